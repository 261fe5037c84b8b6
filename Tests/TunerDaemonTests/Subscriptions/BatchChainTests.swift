import JSONCore
import StateCore
import TestSupport
import Testing
import TunableEngine

@testable import TunerDaemon

@Suite struct BatchChainTests {
    private static let keys = ["a", "b", "c", "d"].map { Key(known: $0.utf8.span) }

    private func batch(_ changes: [Change], _ revision: Int) -> ChangeBatch<Change> {
        ChangeBatch(
            changes,
            revision: Int64(revision),
            time: Moment(milliseconds: Int64(revision)),
            actor: nil
        )
    }

    private func change(_ key: String, _ old: JSON?, _ value: JSON?) -> Change {
        Change(key: Key(known: key.utf8.span), value: value, old: old, origin: .local)
    }

    @Test func `a batch that follows another keeps the first old value and the last new one of each key`() {
        let first = batch([change("c", 1, 2), change("a", nil, 1)], 1)
        let second = batch([change("b", 5, 6), change("c", 2, 3)], 2)
        let folded = first.followed(by: second)
        #expect(folded.items == [change("a", nil, 1), change("b", 5, 6), change("c", 1, 3)])
        #expect(folded.revision == 2)
        #expect(first.followed(by: second) === folded, "connections that hold the same batches share what they fold")
    }

    @Test func `a change that is undone is no change`() {
        let folded = batch([change("a", 1, 2)], 1).followed(by: batch([change("a", 2, 1)], 2))
        #expect(folded.items.isEmpty)
    }

    @Test func `finds a key's change in a batch that is not sorted`() {
        let batch = batch([change("d", 1, 2), change("a", 1, 2), change("c", 1, 2)], 1)
        #expect(Self.keys.map { batch.place(of: $0) } == [1, nil, 2, 0])
    }

    /// Every subscription that lags is at a place of its own, and receives what a list of all commits says.
    @Test func `a chain that folds says the same as all its batches, from every place that somebody is at`() {
        for seed in Seeds.all {
            var generator = SeededGenerator(seed: seed)
            var values: [Key: JSON] = [:]
            var chain = BatchChain<Change>()
            var commits: [[Change]] = []
            var places: Set<Int> = []
            for number in 1...400 {
                let key = Self.keys.randomElement(using: &generator) ?? Self.keys[0]
                let value = JSON.integer(.random(in: 0..<3, using: &generator))
                let change = Change(key: key, value: value, old: values[key], origin: .local)
                values[key] = value
                commits.append([change])
                _ = chain.fold { numbers in places.contains { numbers.contains($0) } }
                chain.append(batch([change], number), number: number)
                if places.count < 4, Bool.random(using: &generator) {
                    places.insert(number)
                }
                if Bool.random(using: &generator), let place = places.randomElement(using: &generator) {
                    places.remove(place)
                }
                for place in places where number % 8 == 0 {
                    let batches = chain.batches(place...number)
                    let received = batches.dropFirst().reduce(batches[0]) { $0.followed(by: $1) }
                    let expected = Change.merged(commits[(place - 1)...].flatMap { $0 }).sorted { $0.key < $1.key }
                    #expect(
                        received.items.filter { $0.value != $0.old } == expected.filter { $0.value != $0.old },
                        "seed \(seed)"
                    )
                }
                #expect(chain.batches.count <= 17, "seed \(seed): what nobody needs apart is folded")
            }
        }
    }
}

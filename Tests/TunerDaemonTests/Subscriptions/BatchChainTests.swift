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

    @Test func `merged batches keep the first old value and the last new value of each key`() {
        let first = batch([change("c", 1, 2), change("a", nil, 1)], 1)
        let second = batch([change("b", 5, 6), change("c", 2, 3)], 2)
        let folded = first.followed(by: second)
        #expect(folded.items == [change("a", nil, 1), change("b", 5, 6), change("c", 1, 3)])
        #expect(folded.revision == 2)
        #expect(first.followed(by: second) === folded, "connections that hold the same batches share what they fold")
    }

    @Test func `merging removes a change that was undone`() {
        let folded = batch([change("a", 1, 2)], 1).followed(by: batch([change("a", 2, 1)], 2))
        #expect(folded.items.isEmpty)
    }

    @Test func `a batch that is not sorted finds the change of a key`() {
        let batch = batch([change("d", 1, 2), change("a", 1, 2), change("c", 1, 2)], 1)
        #expect(Self.keys.map { batch.index(of: $0) } == [1, nil, 2, 0])
    }

    /// Each lagging subscription has its own position, and must receive the changes of all commits after that position.
    @Test func `a merged chain gives each subscription the changes of all batches after its position`() {
        for seed in Seeds.all {
            var generator = SeededGenerator(seed: seed)
            var values: [Key: JSON] = [:]
            var chain = BatchChain<Change>()
            var commits: [[Change]] = []
            var boundaries: Set<Int> = []
            for number in 1...400 {
                let key = Self.keys.randomElement(using: &generator) ?? Self.keys[0]
                let value = JSON.integer(.random(in: 0..<3, using: &generator))
                let change = Change(key: key, value: value, old: values[key], origin: .local)
                values[key] = value
                commits.append([change])
                _ = chain.fold(MergeBudget()) { numbers in boundaries.contains { numbers.contains($0) } }
                chain.append(batch([change], number), number: number)
                if boundaries.count < 4, Bool.random(using: &generator) {
                    boundaries.insert(number)
                }
                if Bool.random(using: &generator), let boundary = boundaries.randomElement(using: &generator) {
                    boundaries.remove(boundary)
                }
                for boundary in boundaries where number % 8 == 0 {
                    let batches = chain.batches(boundary...number)
                    let received = batches.dropFirst().reduce(batches[0]) { $0.followed(by: $1) }
                    let expected = Change.merged(commits[(boundary - 1)...].flatMap { $0 }).sorted { $0.key < $1.key }
                    #expect(
                        received.items.filter { $0.value != $0.old } == expected.filter { $0.value != $0.old },
                        "seed \(seed)"
                    )
                }
                #expect(chain.batches.count <= 17, "seed \(seed): what nobody needs apart is folded")
            }
        }
    }

    private func batch(_ count: Int, setting old: JSON?, to value: JSON, _ revision: Int) -> ChangeBatch<Change> {
        batch((0..<count).map { change("k\(100_000 + $0)", old, value) }, revision)
    }

    @Test func `chains of many connections share one merge budget in each turn`() {
        let budget = MergeBudget()
        var chains = [BatchChain<Change>](repeating: BatchChain(), count: 50)
        for number in 1...60 {
            let newest = batch(1_000, setting: .integer(Int64(number - 1)), to: .integer(Int64(number)), number)
            for index in chains.indices {
                // The chains start one after the other.
                guard number > index else { continue }
                _ = chains[index].fold(budget) { _ in false }
                chains[index].append(newest, number: number)
            }
            // The last merge may exceed the budget by two batches of 1,000 keys each.
            #expect(budget.left > -2_000)
            budget.renew()
        }
        for (index, chain) in chains.enumerated() {
            #expect(chain.batches.count <= 24)
            let whole = chain.batches.dropFirst().reduce(chain.batches[0]) { $0.followed(by: $1) }
            #expect(whole.items.count == 1_000)
            #expect(whole.items.allSatisfy { $0.old == .integer(Int64(index)) && $0.value == 60 })
        }
    }

    @Test func `pending batches of a subscription are merged in steps to one batch`() {
        let chains = BatchChains<Change>()
        let budget = MergeBudget()
        for number in 1...16 {
            let newest = batch(5_000, setting: .integer(Int64(number - 1)), to: .integer(Int64(number)), number)
            _ = chains.append(newest, seenFrom: nil, number: number, budget) { _ in false }
        }
        var steps = 0
        while case .unfinished = chains.fold(Lag(next: 3, noted: 16), through: 16, seenFrom: nil) { steps += 1 }
        #expect(steps >= 5)
        guard case .whole(let batch) = chains.fold(Lag(next: 3, noted: 16), through: 16, seenFrom: nil) else {
            Issue.record("nothing was folded")
            return
        }
        #expect(batch.items.count == 5_000)
        #expect(batch.items.allSatisfy { $0.old == 2 && $0.value == 16 })
        guard case .nothing = chains.fold(Lag(next: 17, noted: 17), through: 16, seenFrom: nil) else {
            Issue.record("something was folded")
            return
        }
    }
}

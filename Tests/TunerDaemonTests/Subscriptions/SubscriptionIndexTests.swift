import StateCore
import TestSupport
import Testing
import TunableEngine

@testable import TunerDaemon

/// Tests of the index of subscriptions against a linear search, and of the cost of its work.
@Suite struct SubscriptionIndexTests {
    final class Wanting: KeySubscriber {
        var interest: KeyInterest
        var stamp: UInt64 = 0
        var isOver = false
        let wants: KeyInterest

        init(_ keys: [Key], _ patterns: [KeyPattern]) {
            interest = KeyInterest(keys: keys, patterns: patterns)
            wants = interest
        }
    }

    private static func keys(_ numbers: some Sequence<Int>) throws -> [Key] { try numbers.map { try Key("k\($0)") } }

    @Test func `removing a subscription to a shared key costs two steps`() throws {
        var index = SubscriptionIndex<Wanting>()
        let key = try Key("k")
        let wanting = (0..<1_000).map { _ in Wanting([key], []) }
        for one in wanting { index.add(one) }
        while index.hasWork { _ = index.work(100) }
        #expect(index.subscriptions(for: key).count == 1_000)
        var steps = 0
        for (number, one) in wanting.enumerated() {
            one.isOver = true
            index.remove(one)
            while index.hasWork { steps += 2 - index.work(2) }
            #expect(index.subscriptions(for: key).count { !$0.isOver } == 999 - number)
        }
        // Each member costs one step for its key, and one step to start its removal.
        #expect(steps <= 2 * 1_000)
        #expect(index.subscriptions(for: key).isEmpty)
    }

    @Test func `keys that were added to a subscription are found, and removed with it`() throws {
        var index = SubscriptionIndex<Wanting>()
        let keys = try Self.keys(0..<100)
        let one = Wanting(Array(keys[..<50]), [try KeyPattern("p*")])
        index.add(one)
        #expect(!index.canExtend(one))
        while index.hasWork { _ = index.work(10) }
        #expect(index.canExtend(one) && index.subscriptions(for: keys[70]).isEmpty)
        index.extend(one, by: Set(keys[40...]))
        #expect(keys.allSatisfy { index.subscriptions(for: $0).count == 1 } && one.interest.keys.count == 100)
        one.isOver = true
        index.remove(one)
        while index.hasWork { _ = index.work(10) }
        #expect(keys.allSatisfy { index.subscriptions(for: $0).isEmpty })
    }

    @Test func `a large subscription is added and removed in steps and found only while active`() throws {
        var index = SubscriptionIndex<Wanting>()
        let keys = try Self.keys(0..<10_000)
        let other = Wanting([keys[7]], [])
        index.add(other)
        let one = Wanting(keys, [])
        index.add(one)
        var pieces = 0
        while index.hasWork {
            for number in stride(from: 0, to: 10_000, by: 997) {
                #expect(index.subscriptions(for: keys[number]).contains { $0 === one })
            }
            _ = index.work(500)
            pieces += 1
        }
        #expect(pieces >= 20)
        one.isOver = true
        index.remove(one)
        pieces = 0
        while index.hasWork {
            let found = index.subscriptions(for: keys[7]).filter { !$0.isOver }
            #expect(found.count == 1 && found.first === other)
            _ = index.work(500)
            pieces += 1
        }
        #expect(pieces >= 20)
        #expect(one.interest.keys.isEmpty)
        #expect(index.subscriptions(for: keys[8]).isEmpty)
    }

    @Test func `a partly added subscription is removed completely`() throws {
        var index = SubscriptionIndex<Wanting>()
        weak var gone: Wanting?
        do {
            let patterns = try ["a*", "a*b", "*"].map { try KeyPattern($0) }
            let one = Wanting(try Self.keys(0..<5_000), patterns)
            gone = one
            index.add(one)
            _ = index.work(1_234)
            one.isOver = true
            index.remove(one)
        }
        while index.hasWork { _ = index.work(100) }
        #expect(gone == nil)
        #expect(index.isEmpty)
    }

    @Test func `a subscription that ends before its keys are added skips the addition`() throws {
        var index = SubscriptionIndex<Wanting>()
        let keys = try Self.keys(0..<10_000)
        for _ in 0..<20 {
            let one = Wanting(keys, [])
            index.add(one)
            one.isOver = true
            index.remove(one)
        }
        var pieces = 0
        while index.hasWork {
            _ = index.work(500)
            pieces += 1
        }
        // Adding and removing 200,000 keys would take 800 pieces.
        #expect(pieces <= 20)
    }

    @Test func `ended subscriptions are removed before new ones are added`() throws {
        var index = SubscriptionIndex<Wanting>()
        weak var gone: Wanting?
        do {
            let one = Wanting(try Self.keys(0..<1_000), [])
            gone = one
            index.add(one)
            while index.hasWork { _ = index.work(500) }
            one.isOver = true
            index.remove(one)
        }
        index.add(Wanting(try Self.keys(0..<10_000), []))
        for _ in 0..<3 { _ = index.work(500) }
        #expect(gone == nil)
        #expect(index.hasWork)
    }

    @Test(arguments: Seeds.all)
    func `random additions and removals match a linear search`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var index = SubscriptionIndex<Wanting>()
        var wanting: [Wanting] = []
        let patterns = try ["*", "k*", "k1*", "*1", "k*2*", "x*", "k12", "*k*1*"].map { try KeyPattern($0) }
        for _ in 0..<3_000 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                let count = Int.random(in: 0..<3, using: &generator) == 0 ? 60 : 3
                let numbers = (0..<Int.random(in: 0...count, using: &generator)).map { _ in
                    Int.random(in: 0..<200, using: &generator)
                }
                let keys = try Self.keys(numbers)
                let one = Wanting(keys, patterns.filter { _ in Int.random(in: 0..<8, using: &generator) == 0 })
                wanting.append(one)
                index.add(one)
            case 2:
                guard let chosen = wanting.indices.randomElement(using: &generator) else { continue }
                wanting.swapAt(chosen, wanting.count - 1)
                let one = wanting.removeLast()
                one.isOver = true
                index.remove(one)
            case 3: _ = index.work(Int.random(in: 1...40, using: &generator))
            default:
                let key = try Key("k\(Int.random(in: 0..<220, using: &generator))")
                let found = index.subscriptions(for: key).filter { !$0.isOver }.map(ObjectIdentifier.init)
                let expected = wanting.filter { $0.wants.wants(key) }.map(ObjectIdentifier.init)
                #expect(found.count == expected.count, "seed \(seed)")
                #expect(Set(found) == Set(expected), "seed \(seed)")
            }
        }
        for one in wanting {
            one.isOver = true
            index.remove(one)
        }
        while index.hasWork { _ = index.work(64) }
        for number in 0..<220 {
            #expect(index.subscriptions(for: try Key("k\(number)")).isEmpty, "seed \(seed)")
        }
    }
}

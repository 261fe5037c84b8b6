import JSONCore
import TestSupport
import Testing

@testable import TunerCommands

/// Delta debugging, without a daemon.
@Suite struct DeltaDebuggingTests {
    /// Runs a search to its end; returns the smallest subset and the number of tests.
    private func run(_ count: Int, isBad: ([Int]) -> Bool) -> (smallest: [Int], tests: Int) {
        var search = DeltaDebugging(count: count)
        var tests = 0
        while let subset = search.next(), tests < 100_000 {
            tests += 1
            search.record(isBad: isBad(subset))
        }
        return (search.smallest, tests)
    }

    @Test func `each single key of 300 is found in few runs`() {
        for key in 0..<300 {
            let (smallest, tests) = run(300) { $0.contains(key) }
            #expect(smallest == [key])
            #expect(tests <= 20, "\(key)")
        }
    }

    @Test(arguments: Seeds.all)
    func `keys that fail only together are found`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for count in [2, 3, 5] {
            let wanted = Set((0..<300).shuffled(using: &random).prefix(count))
            let (smallest, tests) = run(300) { wanted.isSubset(of: $0) }
            #expect(Set(smallest) == wanted, "seed \(seed)")
            #expect(tests < 60 * count, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.all)
    func `no key of the result can be left out, also if subsets are skipped`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let wanted = Set((0..<40).shuffled(using: &random).prefix(3))
        // Some combinations cannot be tested: each key needs another one.
        let partners = (0..<40).map { _ in Int.random(in: 0..<40, using: &random) }
        func isBad(_ subset: [Int]) -> Bool {
            let set = Set(subset)
            let isTestable = subset.allSatisfy { $0 % 4 != 0 || set.contains(partners[$0]) }
            return isTestable && wanted.isSubset(of: set)
        }
        guard isBad(Array(0..<40)) else { return }
        let (smallest, _) = run(40, isBad: isBad)
        #expect(isBad(smallest), "seed \(seed)")
        for key in smallest { #expect(!isBad(smallest.filter { $0 != key }), "seed \(seed): without \(key)") }
    }

    @Test func `the same subset is never tested twice`() {
        var tested: Set<[Int]> = []
        _ = run(64) { subset in
            #expect(tested.insert(subset).inserted)
            return Set([3, 40, 41]).isSubset(of: subset)
        }
        #expect(tested.count > 10)
    }

    @Test func `the keys that differ have their present values where a setting has none`() {
        var (good, bad) = (KeySetting(), KeySetting())
        good.values = ["a": 1, "same": 2, "now": 3]
        bad.values = ["a": 5, "same": 2, "only": 7, "absent": 8]
        good.overrides = ["f": .variant("x"), "g": .value(1)]
        bad.overrides = ["f": .variant("y"), "g": .value(1)]
        let keys = DifferingKey.all(good: good, bad: bad, present: ["now": 3, "only": 6, "other": 9])
        #expect(keys.map(\.name) == ["a", "absent", "only", "f"])
        #expect(keys.map(\.good) == [.value(1), .present(nil), .present(6), .override(.variant("x"))])
        #expect(good.replacing(keys).values == ["a": 5, "same": 2, "now": 3, "only": 7, "absent": 8])
        #expect(good.replacing(keys).overrides == bad.overrides)
        #expect(bad.replacing(DifferingKey.all(good: bad, bad: good, present: [:])).values == good.values)
    }
}

import TestSupport
import Testing

@testable import TunerCommands

/// The binary search of `tunerctl bisect`, without a daemon.
@Suite struct BisectSearchTests {
    /// Runs a search to its end; returns its result and the number of tests.
    private func run(_ count: Int, first: Int, skipped: Set<Int> = []) -> (BisectSearch.Next, tests: Int) {
        var search = BisectSearch(count: count)
        for tests in 0...count {
            guard case .test(let index) = search.next else { return (search.next, tests) }
            if skipped.contains(index) { search.skip(index) } else { search.record(index, isNewer: index >= first) }
        }
        return (search.next, count + 1)
    }

    @Test func `each first state among up to 70 is found in a logarithmic number of tests`() {
        for count in 1...70 {
            let most = BisectSearch(count: count).runs
            for first in 0..<count {
                let (result, tests) = run(count, first: first)
                #expect(result == .found(first), "\(first) of \(count)")
                #expect(tests <= most, "\(first) of \(count)")
            }
        }
        #expect(BisectSearch(count: 1).runs == 0)
        #expect(BisectSearch(count: 1_000).runs == 10)
    }

    @Test(arguments: Seeds.all)
    func `the result with skipped states is that of a scan`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 1...40, using: &random)
            let first = Int.random(in: 0..<count, using: &random)
            let rate = Int.random(in: 0...9, using: &random)
            // The last state was tested before.
            let skipped = Set((0..<count - 1).filter { _ in Int.random(in: 0..<10, using: &random) < rate })
            let low = (0..<first).last { !skipped.contains($0) } ?? -1
            let high = (first..<count).first { !skipped.contains($0) } ?? count - 1
            let expected: BisectSearch.Next =
                high - low == 1 ? .found(high) : .undecided(Array(low + 1...high))
            let (result, tests) = run(count, first: first, skipped: skipped)
            #expect(result == expected, "seed \(seed): \(first) of \(count), \(skipped.sorted()) skipped")
            #expect(tests <= count, "seed \(seed)")
        }
    }

    @Test func `a long row of skipped states does not need a test of each`() {
        let (result, tests) = run(1_000, first: 900, skipped: Set(300..<700))
        #expect(result == .found(900))
        #expect(tests < 15)
    }

    @Test(
        arguments: [
            (0, .good), (1, .bad), (124, .bad), (125, .skipped), (126, .bad), (127, .bad), (128, nil), (130, nil),
            (255, nil),
        ] as [(Int32, StepVerdict?)]
    )
    func `exit codes are those of git bisect run`(code: Int32, verdict: StepVerdict?) {
        #expect(StepVerdict(ExitCode(rawValue: code)) == verdict)
    }
}

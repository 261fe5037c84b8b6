import SearchEngine
import Testing

@Suite struct ComparisonTests {
    /// How many seeds one test case runs, so that cases use both processors.
    private static let share: UInt64 = 250

    /// Returns how many of the seeds find a difference between normal values and such values moved by `shift`.
    private static func found(_ seeds: Range<UInt64>, shift: Double, count: Int = 20) -> Int {
        seeds.count { seed in
            var random = SeededRandom(seed: seed)
            let a = (0..<count).map { _ in random.normal() }
            let b = (0..<count).map { _ in random.normal() + shift }
            return Comparison(a, b, seed: seed, resamples: 200).verdict != .none
        }
    }

    @Test(arguments: [0, 250, 500, 750] as [UInt64])
    func `equal settings give a false alarm in at most 6 percent of the seeds`(first: UInt64) {
        let alarms = Self.found(first..<first + Self.share, shift: 0)
        #expect(alarms <= 15, "\(alarms) of \(Self.share)")
    }

    @Test func `a difference of 1.5 standard deviations is found with 20 rounds`() {
        #expect(Self.found(0..<100, shift: 1.5) >= 95)
    }

    @Test func `the verdict says whether the interval is above or below 0`() {
        let a = (0..<20).map { 10 + Double($0) / 10 }
        let higher = Comparison(a, a.map { $0 + 3 }, seed: 1)
        #expect(higher.verdict == .higher && higher.interval.lowerBound > 0 && higher.test.p < 0.05)
        let lower = Comparison(a, a.map { $0 - 3 }, seed: 1)
        #expect(lower.verdict == .lower && lower.interval.upperBound < 0)
        #expect(abs(lower.difference + 3) < 1e-12)
        #expect(lower.interval.contains(lower.difference))
        let none = Comparison(a, a, seed: 1)
        #expect(none.verdict == .none && none.interval.contains(0))
    }

    @Test func `the interval contains 0 whenever the test finds no difference`() {
        // The medians of all samples are apart, but three values are too few for the test.
        let comparison = Comparison([1, 2, 3], [11, 12, 13], seed: 1)
        #expect(comparison.test.p >= 0.05)
        #expect(comparison.interval.lowerBound == 0 && comparison.interval.upperBound > 10)
        #expect(comparison.verdict == .none)
    }

    @Test func `four values of each setting are the fewest that can differ`() {
        let four = Comparison([1, 2, 3, 4], [11, 12, 13, 14], seed: 1)
        #expect(four.verdict == .higher)
        #expect(Comparison.leastValues == 4)
    }

    @Test func `equal values give an interval of one point`() {
        let same = Comparison([5, 5, 5, 5], [5, 5, 5, 5], seed: 1)
        #expect(same.interval == 0...0 && same.verdict == .none)
        let apart = Comparison([5, 5, 5, 5], [7, 7, 7, 7], seed: 1)
        #expect(apart.interval == 2...2 && apart.verdict == .higher)
    }

    @Test func `a seed repeats the interval`() {
        let (a, b) = ([1.0, 4, 2, 8, 5, 7], [3.0, 1, 4, 1, 5, 9])
        #expect(Comparison(a, b, seed: 3) == Comparison(a, b, seed: 3))
    }

    @Test func `a percentage is of the median of A, and there is none of a median of 0`() {
        #expect(Comparison([-8, -8], [-6, -6], seed: 1).percent(2) == 25)
        #expect(Comparison([0, 0], [1, 1], seed: 1).percent(1) == nil)
    }
}

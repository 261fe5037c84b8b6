/// The result of measuring two settings, A and B: how far their medians are apart, and whether that can be chance.
///
/// The interval decides: a difference is found if the interval does not contain 0. So the interval must contain 0 whenever
/// the test of Mann and Whitney finds no difference. Where the bootstrap gives an interval without 0 but `test.p` is not
/// below `level`, the interval is extended to 0. This makes false alarms rarer, never more frequent.
package struct Comparison: Equatable, Sendable {
    /// How B differs from A.
    package enum Verdict: String, Sendable {
        case lower
        case higher
        /// The measured values show no difference.
        case none
    }

    /// The probability of a false alarm, at most, if there is no difference.
    package static let level = 0.05
    /// The least number of values of each setting with which the test can find a difference.
    package static let leastValues = 4

    package let medianA: Double
    package let medianB: Double
    /// The 95 % interval of the difference, which it contains.
    package let interval: ClosedRange<Double>
    package let test: MannWhitney

    /// Compares finite values of A and B.
    package init(_ a: [Double], _ b: [Double], seed: UInt64, resamples: Int = 10_000) {
        medianA = Median(a).value
        medianB = Median(b).value
        test = MannWhitney(a, b)
        let difference = medianB - medianA
        let sampled = BootstrapInterval(from: a, to: b, level: Self.level, resamples: resamples, seed: seed)
        var bounds = [sampled.low, sampled.high, difference]
        if test.p >= Self.level { bounds.append(0) }
        interval = bounds.reduce(difference, min)...bounds.reduce(difference, max)
    }

    /// The median of B minus the median of A.
    package var difference: Double { medianB - medianA }

    package var verdict: Verdict {
        if interval.lowerBound > 0 { return .higher }
        return interval.upperBound < 0 ? .lower : .none
    }

    /// Returns a difference as a part of A's median, in percent; nil if that median is 0, or too near to 0.
    package func percent(_ difference: Double) -> Double? {
        let percent = difference / medianA.magnitude * 100
        return percent.isFinite ? percent : nil
    }
}

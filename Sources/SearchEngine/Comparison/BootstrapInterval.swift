/// The percentile bootstrap interval of the difference of two medians.
///
/// The interval has the middle part of the differences that random samples of the values have.
package struct BootstrapInterval: Equatable, Sendable {
    package let low: Double
    package let high: Double

    /// Computes the interval of `median(b) - median(a)`.
    ///
    /// `level` is the part of the differences that the interval leaves out: 0.05 gives an interval of 95 %.
    package init(from a: [Double], to b: [Double], level: Double, resamples: Int, seed: UInt64) {
        precondition(resamples > 0 && level > 0 && level < 1, "an interval needs samples, and a level between 0 and 1")
        var random = SeededRandom(seed: seed)
        var (first, second) = (Median(a), Median(b))
        var differences: [Double] = []
        differences.reserveCapacity(resamples)
        for _ in 0..<resamples {
            differences.append(second.resampled(using: &random) - first.resampled(using: &random))
        }
        differences.sort()
        low = Self.quantile(level / 2, of: differences)
        high = Self.quantile(1 - level / 2, of: differences)
    }

    /// Returns a quantile by linear interpolation between the two nearest values, as NumPy and R do by default.
    private static func quantile(_ part: Double, of sorted: [Double]) -> Double {
        let position = part * Double(sorted.count - 1)
        let index = Int(position)
        let (lower, upper) = (sorted[index], sorted[min(index + 1, sorted.count - 1)])
        return lower == upper ? lower : lower + (upper - lower) * (position - Double(index))
    }
}

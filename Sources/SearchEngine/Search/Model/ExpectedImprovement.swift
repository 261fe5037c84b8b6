#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// How much a place is expected to improve on the best one.
enum ExpectedImprovement {
    /// Returns the logarithm of the improvement, which is a number even where the improvement is too small for one.
    static func logarithm(best: Double, mean: Double, deviation: Double) -> Double {
        let distance = (best - mean) / deviation
        let density = -0.5 * distance * distance - 0.5 * log(2 * Double.pi)
        guard distance > -25 else { return density - 2 * log(-distance) + log(deviation) }
        let share = 0.5 * erfc(-distance / 2.0.squareRoot())
        return log(max(exp(density) + distance * share, Double.leastNormalMagnitude)) + log(deviation)
    }
}

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The settings of a Gaussian process: logarithms of a length for each dimension, of the variance and of the noise.
struct ModelSettings: Sendable {
    var numbers: [Double]

    /// What is expected before the first measurement: the mean and the deviation of each logarithm.
    static func expected(dimensions: Int) -> [(mean: Double, deviation: Double)] {
        let length = (mean: log(0.25 * Double(dimensions).squareRoot()), deviation: 0.8)
        return [(mean: Double, deviation: Double)](repeating: length, count: dimensions)
            + [(mean: 0.0, deviation: 1.0), (mean: log(1e-3), deviation: 2.5)]
    }

    /// The limits of the logarithms.
    static func limits(_ isChoice: [Bool]) -> [ClosedRange<Double>] {
        // Options without a visible difference stay different: the difference may be elsewhere in the space.
        isChoice.map { log(0.02)...log($0 ? 1 : 30) } + [log(0.05)...log(50), log(1e-6)...log(3)]
    }

    init(dimensions: Int) { numbers = Self.expected(dimensions: dimensions).map { $0.mean } }

    var dimensions: Int { numbers.count - 2 }
    var lengths: [Double] { numbers[..<dimensions].map { exp($0) } }
    /// One divided by the square of each length.
    var rates: [Double] { numbers[..<dimensions].map { exp(-2 * $0) } }
    var variance: Double { exp(numbers[dimensions]) }
    var noise: Double { exp(numbers[dimensions + 1]) }
}

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// Measurements as the model reads them: with mean 0 and deviation 1, and large ones by their logarithm.
struct ValueScale: Sendable {
    /// How large measurements count.
    enum Kind: Sendable, CaseIterable {
        case linear
        /// By their logarithm, from the median on.
        case logarithmic
        /// By their logarithm, from the lowest tenth on.
        case steep
    }

    /// The logarithm of the density of the measurements divided by the density of the scaled ones.
    ///
    /// With it, the likelihoods of two scales can be compared.
    private(set) var logDensity = 0.0
    private let kind: Kind
    private let least: Double
    private let unit: Double
    private var mean = 0.0
    private var deviation = 1.0

    init(_ values: [Double], _ kind: Kind) {
        self.kind = kind
        let sorted = values.sorted()
        least = sorted.first ?? 0
        let range = (sorted.last ?? 0) - least
        let place =
            switch kind {
            case .linear: sorted.count - 1
            case .logarithmic: sorted.count / 2
            case .steep: (sorted.count + 5) / 10
            }
        let part = (sorted.isEmpty ? 0 : sorted[place]) - least
        unit = max(part, range * 1e-9, Double.leastNormalMagnitude)
        let scaled = sorted.map { self($0) }
        let count = Double(max(scaled.count, 1))
        let mean = scaled.reduce(0, +) / count
        let variance = scaled.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
        self.mean = mean
        deviation = variance > 0 ? variance.squareRoot() : 1
        logDensity = -count * log(deviation * unit)
        if kind != .linear { logDensity -= sorted.reduce(0) { $0 + log1p(($1 - least) / unit) } }
    }

    func callAsFunction(_ value: Double) -> Double {
        let above = (value - least) / unit
        // A repeated measurement can be below the least mean.
        return ((kind != .linear && above > 0 ? log1p(above) : above) - mean) / deviation
    }
}

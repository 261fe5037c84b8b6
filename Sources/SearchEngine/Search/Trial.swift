/// A point that was suggested, and what is known of it.
package struct Trial: Sendable, Equatable {
    package let point: SearchPoint
    package internal(set) var measurements: [Double] = []
    /// Whether the guard refused the point at least once.
    package internal(set) var isRefused = false
    /// How often a measurement failed.
    package internal(set) var failures = 0

    /// The mean of the measurements, or nil if there is none or the guard refused the point.
    package var mean: Double? {
        guard !isRefused, !measurements.isEmpty else { return nil }
        return measurements.reduce(0, +) / Double(measurements.count)
    }

    mutating func add(_ outcome: Outcome) {
        switch outcome {
        case .measured(let value) where value.isFinite: measurements.append(value)
        case .measured, .failed: failures += 1
        case .refused: isRefused = true
        }
    }

    /// The sum of the squared differences of the measurements from their mean.
    var squares: Double {
        guard let mean else { return 0 }
        return measurements.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
}

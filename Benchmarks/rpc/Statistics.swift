/// The results of repeated measurements.
struct Statistics {
    let median: Double
    let minimum: Double
    let maximum: Double

    /// Creates the results; returns nil if there is no measurement.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        minimum = first
        maximum = last
        let middle = sorted.count / 2
        median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Returns the median, followed by the spread of several measurements.
    func text(decimals: Int) -> String {
        let middle = median.text(decimals: decimals)
        guard minimum < maximum else { return middle }
        return "\(middle) (\(minimum.text(decimals: decimals))–\(maximum.text(decimals: decimals)))"
    }
}

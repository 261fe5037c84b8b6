/// What repeated measurements of one thing came to.
struct Statistics {
    let median: Double
    let minimum: Double
    let maximum: Double

    /// nil when nothing was measured.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        minimum = first
        maximum = last
        let middle = sorted.count / 2
        median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The median, with the spread behind it when there was more than one.
    func text(decimals: Int) -> String {
        let middle = median.text(decimals: decimals)
        guard minimum < maximum else { return middle }
        return "\(middle) (\(minimum.text(decimals: decimals))–\(maximum.text(decimals: decimals)))"
    }
}

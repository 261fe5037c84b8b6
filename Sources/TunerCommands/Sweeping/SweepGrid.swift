import SearchEngine

/// The points of a sweep: all combinations of some values of each key.
struct SweepGrid {
    static let mostPoints = 1_000
    /// The limit of measurements of all combinations together.
    static let mostMeasurements = 100_000

    /// The grid has this many points, which are too many.
    struct TooLarge: Error {
        /// Nil if the number is beyond the range of `Int`.
        let count: Int?
    }

    /// The last key changes from one point to the next.
    let points: [SearchPoint]

    /// Chooses `steps` values of each number, or all if there are no more, and all options of each choice.
    init(_ dimensions: [SearchDimension], steps: Int) throws(TooLarge) {
        let counts = dimensions.map { SweepGrid.count(of: $0, steps: steps) }
        let count = counts.reduce(1 as Int?) { product, count in
            guard let (next, isTooLarge) = product?.multipliedReportingOverflow(by: count) else { return nil }
            return isTooLarge ? nil : next
        }
        guard let count, count <= SweepGrid.mostPoints else { throw TooLarge(count: count) }
        points = dimensions.reduce([[]]) { points, dimension in
            let values = SweepGrid.values(of: dimension, steps: steps)
            return points.flatMap { point in values.map { point + [$0] } }
        }.map(SearchPoint.init)
    }

    /// Returns at most as many values as `values(of:steps:)`, without making them.
    private static func count(of dimension: SearchDimension, steps: Int) -> Int {
        dimension.kind == .choice ? dimension.count ?? 1 : min(dimension.count ?? steps, steps)
    }

    private static func values(of dimension: SearchDimension, steps: Int) -> [Double] {
        let count = count(of: dimension, steps: steps)
        var values: [Double] = []
        for index in 0..<count {
            // A dimension with few values has one value in each of equal parts.
            let isWhole = dimension.count == count && !dimension.isLogarithmic
            let place = isWhole ? (Double(index) + 0.5) / Double(count) : Double(index) / Double(max(1, count - 1))
            let value = dimension.value(at: place)
            if values.last != value { values.append(value) }
        }
        return values
    }
}

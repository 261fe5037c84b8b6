/// The points that a search may suggest.
package struct SearchSpace: Sendable {
    package let dimensions: [SearchDimension]

    /// The number of points, or nil if it is infinite or beyond the range of `Int`.
    package let count: Int?

    package init(_ dimensions: [SearchDimension]) {
        precondition(!dimensions.isEmpty, "a space has a dimension")
        self.dimensions = dimensions
        count = dimensions.reduce(1 as Int?) { product, dimension in
            guard let product, let count = dimension.count else { return nil }
            let (next, isTooLarge) = product.multipliedReportingOverflow(by: count)
            return isTooLarge ? nil : next
        }
    }

    /// Returns the point at a place of the unit cube.
    package func point(at unit: [Double]) -> SearchPoint {
        SearchPoint(zip(dimensions, unit).map { $0.value(at: $1) })
    }

    /// Returns the place of a point in the unit cube; the place of a choice is the middle of its option's part.
    package func unit(of point: SearchPoint) -> [Double] {
        zip(dimensions, point.values).map { $0.unit(of: $1) }
    }

    /// Returns the nearest point of the space.
    package func nearest(_ point: SearchPoint) -> SearchPoint {
        precondition(point.values.count == dimensions.count, "a point has a value for each dimension")
        return SearchPoint(zip(dimensions, point.values).map { $0.nearest($1) })
    }

    /// Returns the middle of all numbers, with the options of another point.
    func middle(optionsOf point: SearchPoint) -> SearchPoint {
        SearchPoint(zip(dimensions, point.values).map { $0.kind == .choice ? $1 : $0.value(at: 0.5) })
    }

    /// Returns the point with an index below `count`.
    func point(of index: Int) -> SearchPoint {
        var rest = index
        return SearchPoint(
            dimensions.map { dimension in
                let count = dimension.count ?? 1
                defer { rest /= count }
                return dimension.value(of: rest % count)
            }
        )
    }
}

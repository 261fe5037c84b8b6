import SearchEngine

/// A search that a test runs to its end, with a function instead of a measured program.
enum SearchRun {
    /// Evaluates each suggestion, one after the other, and returns the suggestions in their order.
    @discardableResult
    static func finish(_ search: inout Search, _ evaluate: (SearchPoint) -> Outcome) -> [Suggestion] {
        var suggestions: [Suggestion] = []
        while let suggestion = search.suggest() {
            suggestions.append(suggestion)
            search.report(suggestion.number, suggestion.point, evaluate(suggestion.point))
        }
        return suggestions
    }

    static let square = SearchSpace([.real("x", 0...1), .real("y", 0...1)])

    /// A bowl with its least value, 0, at (0.3, 0.7).
    static func bowl(_ point: SearchPoint) -> Double {
        let (x, y) = (point.values[0] - 0.3, point.values[1] - 0.7)
        return x * x + 2 * y * y
    }

    /// Returns the largest difference of a coordinate.
    static func distance(_ left: SearchPoint, _ right: SearchPoint) -> Double {
        zip(left.values, right.values).map { abs($0 - $1) }.max() ?? 0
    }
}

/// The median of values, and of random samples of them.
package struct Median {
    private let sorted: [Double]
    /// How often the present sample has each value.
    private var counts: [Int]

    /// Creates the median of at least one value; each value is finite.
    package init(_ values: [Double]) {
        precondition(!values.isEmpty && values.allSatisfy(\.isFinite), "a median needs finite values")
        sorted = values.sorted()
        counts = Array(repeating: 0, count: values.count)
    }

    /// The median of the values themselves.
    package var value: Double { Self.middle(sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2]) }

    /// Draws as many values as there are, with replacement, and returns the median of that sample.
    ///
    /// Counting is enough, because the values are sorted already: a sample needs no sorting.
    package mutating func resampled(using random: inout SeededRandom) -> Double {
        let count = sorted.count
        for index in 0..<count { counts[index] = 0 }
        for _ in 0..<count { counts[random.index(below: count)] += 1 }
        var (index, passed) = (0, counts[0])
        while passed <= (count - 1) / 2 {
            index += 1
            passed += counts[index]
        }
        let lower = sorted[index]
        while passed <= count / 2 {
            index += 1
            passed += counts[index]
        }
        return Self.middle(lower, sorted[index])
    }

    /// Returns the mean of the two middle values.
    private static func middle(_ lower: Double, _ upper: Double) -> Double {
        // Half of each: the sum of two large values can be infinite.
        lower == upper ? lower : lower / 2 + upper / 2
    }
}

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The two-sided Mann-Whitney test: whether the values of one sample tend to be larger than those of another one.
package struct MannWhitney: Equatable, Sendable {
    package enum Method: Equatable, Sendable {
        /// All orders of the values are counted. Only for values of which no two are equal.
        case exact
        /// The normal distribution, with a correction for ties and for continuity.
        case asymptotic
    }

    /// The largest size of the smaller sample for which `init(_:_:)` counts all orders.
    private static let mostExact = 8

    /// The number of pairs in which the value of the first sample is larger; a pair of equal values counts one half.
    package let u: Double
    /// The probability of a `u` that is at least so far from the mean, if both samples have one distribution.
    package let p: Double
    package let method: Method

    /// Tests two samples by the exact method if one has at most 8 values and no two values are equal.
    ///
    /// SciPy's `mannwhitneyu` has this rule under the name `method="auto"`.
    package init(_ a: [Double], _ b: [Double]) {
        let ranks = Ranks(a, b)
        let isExact = min(a.count, b.count) <= Self.mostExact && ranks.tieTerm == 0
        self.init(ranks, isExact ? .exact : .asymptotic)
    }

    /// Tests two samples by a method.
    package init(_ a: [Double], _ b: [Double], by method: Method) { self.init(Ranks(a, b), method) }

    private init(_ ranks: Ranks, _ method: Method) {
        u = ranks.u
        self.method = method
        p =
            switch method {
            case .exact: Self.exact(ranks)
            case .asymptotic: Self.asymptotic(ranks)
            }
    }

    private static func exact(_ ranks: Ranks) -> Double {
        // The distribution of u is symmetric, so the tail of the smaller u is enough.
        let smaller = Int(min(ranks.u, ranks.pairs - ranks.u))
        return min(1, 2 * OrderCounts.part(upTo: smaller, ranks.first, ranks.second))
    }

    private static func asymptotic(_ ranks: Ranks) -> Double {
        let count = Double(ranks.first + ranks.second)
        let larger = max(ranks.u, ranks.pairs - ranks.u)
        let correction = count > 1 ? ranks.tieTerm / (count * (count - 1)) : 0
        let deviation = (ranks.pairs / 12 * (count + 1 - correction)).squareRoot()
        // All values are equal.
        guard deviation > 0 else { return 1 }
        let z = (larger - ranks.pairs / 2 - 0.5) / deviation
        return min(1, erfc(z / 2.0.squareRoot()))
    }
}

/// What the order of two samples says about them.
private struct Ranks {
    let first: Int
    let second: Int
    let u: Double
    /// The sum of t³ - t over the groups of t equal values.
    let tieTerm: Double

    var pairs: Double { Double(first) * Double(second) }

    init(_ a: [Double], _ b: [Double]) {
        precondition(!a.isEmpty && !b.isEmpty, "a test needs values of both samples")
        let values = (a.map { (value: $0, isFirst: true) } + b.map { (value: $0, isFirst: false) })
            .sorted { $0.value < $1.value }
        var (rankSum, tieTerm, start) = (0.0, 0.0, 0)
        while start < values.count {
            var end = start
            var members = 0.0
            while end < values.count, values[end].value == values[start].value {
                if values[end].isFirst { members += 1 }
                end += 1
            }
            // Equal values share the mean of their ranks, which count from 1.
            rankSum += members * Double(start + 1 + end) / 2
            let size = Double(end - start)
            tieTerm += size * size * size - size
            start = end
        }
        (first, second) = (a.count, b.count)
        u = rankSum - Double(first) * Double(first + 1) / 2
        self.tieTerm = tieTerm
    }
}

/// The orders of two samples without equal values, counted by u.
private enum OrderCounts {
    /// Returns the part of all orders whose u is at most `most`.
    ///
    /// An order with a certain u is a partition of u into at most `first` parts, each at most `second`: one part for each
    /// value of the first sample, which is the number of values of the second sample below it.
    static func part(upTo most: Int, _ first: Int, _ second: Int) -> Double {
        // partitions[k][u] is the number of partitions of u into exactly k parts, of the sizes so far.
        var partitions = Array(repeating: Array(repeating: 0.0, count: most + 1), count: first + 1)
        partitions[0][0] = 1
        for size in stride(from: 1, through: min(second, most), by: 1) {
            for count in 1...first {
                for u in stride(from: size, through: most, by: 1) {
                    partitions[count][u] += partitions[count - 1][u - size]
                }
            }
        }
        let found = partitions.reduce(0) { $0 + $1.reduce(0, +) }
        let all = (1...first).reduce(1.0) { $0 * Double(second + $1) / Double($1) }
        return found / all
    }
}

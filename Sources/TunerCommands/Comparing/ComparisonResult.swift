import JSONCore
import SearchEngine

/// All rounds of a comparison, and what they show.
struct ComparisonResult {
    let rounds: [MeasuredRound]
    let comparison: Comparison
    let seed: UInt64

    init(_ rounds: [MeasuredRound], seed: UInt64) {
        (self.rounds, self.seed) = (rounds, seed)
        // Another seed than that of the order: the same random numbers would decide both.
        comparison = Comparison(rounds.map(\.a), rounds.map(\.b), seed: ~seed)
    }

    /// Returns the output of `--json`.
    func json(files: (a: String, b: String)) -> JSON {
        let (low, high) = (comparison.interval.lowerBound, comparison.interval.upperBound)
        return [
            "a": ["file": .string(files.a), "median": .double(comparison.medianA)],
            "b": ["file": .string(files.b), "median": .double(comparison.medianB)],
            "difference": measured(comparison.difference),
            "low": measured(low),
            "high": measured(high),
            "u": .double(comparison.test.u),
            "p": .double(comparison.test.p),
            "verdict": .string(comparison.verdict.rawValue),
            "seed": .integer(Int64(clamping: seed)),
            "rounds": .array(
                rounds.map { ["first": .string($0.isAFirst ? "a" : "b"), "a": .double($0.a), "b": .double($0.b)] }
            ),
        ]
    }

    /// Returns a difference in the unit of the metric and in percent of A's median.
    private func measured(_ difference: Double) -> JSON {
        ["value": .double(difference), "percent": comparison.percent(difference).map { .double($0) } ?? .null]
    }
}

import ConsoleCore
import JSONCore
import OptionCore
import SearchEngine

/// The result of a comparison for people.
struct ComparisonText {
    /// The width without a terminal.
    private static let usualColumns = 80

    private let result: ComparisonResult
    private var comparison: Comparison { result.comparison }

    init(_ result: ComparisonResult) { self.result = result }

    /// Returns the table, the chart and the verdict.
    func text(files: (a: String, b: String), _ output: Output) -> String {
        let columns = output.columns ?? ComparisonText.usualColumns
        let settings = Table.text(
            [
                ["", "median", "file"],
                ["A", MeasureText.value(comparison.medianA), files.a.shownWhole],
                ["B", MeasureText.value(comparison.medianB), files.b.shownWhole],
            ],
            columns: columns
        )
        let chart = StripChart(result.rounds.map(\.a), result.rounds.map(\.b)).text(columns: columns)
        let verdict = output.hasColor && comparison.verdict != .none ? Color.up.paint(verdict, output) : verdict
        return "\(settings)\n\(chart)\n\(numbers)\n\(verdict)\n"
    }

    private var numbers: String {
        let interval = [comparison.interval.lowerBound, comparison.interval.upperBound]
        return Table.text([
            ["B - A", range([comparison.difference])],
            ["95 % interval", range(interval)],
            ["p", "\(MeasureText.probability(comparison.test.p)) (Mann-Whitney)"],
            ["rounds", "\(result.rounds.count), seed \(result.seed)"],
        ])
    }

    /// Returns differences in the unit of the metric, and in percent of A's median: "-2.3 to -1.9 (-23 % to -19 %)".
    private func range(_ differences: [Double]) -> String {
        let text = differences.map(MeasureText.difference).joined(separator: " to ")
        let percents = differences.compactMap(comparison.percent)
        guard percents.count == differences.count else { return text }
        return "\(text) (\(percents.map { "\(MeasureText.difference($0)) %" }.joined(separator: " to ")))"
    }

    /// The result in one sentence.
    var verdict: String {
        guard comparison.verdict != .none else {
            guard comparison.test.p < Comparison.level else { return "No difference found." }
            return "No difference found: p is below \(Comparison.level), but the interval contains 0. Try more rounds."
        }
        let difference = comparison.difference.magnitude
        let percent = comparison.percent(difference).map { " (\(MeasureText.size($0)) %)" } ?? ""
        return "B is \(comparison.verdict.rawValue) than A by \(MeasureText.size(difference))\(percent)."
    }
}

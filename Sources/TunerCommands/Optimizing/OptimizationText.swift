import ConsoleCore
import JSONCore
import OptionCore
import SearchEngine

/// The result of a search for people.
struct OptimizationText {
    /// The width without a terminal.
    private static let usualColumns = 80
    /// A longer line would have few measurements in each column.
    private static let mostColumns = 60

    let result: OptimizationResult
    /// Whether the text names the command that sets the values.
    let hasAdvice: Bool

    /// Returns the table, the chart and a sentence.
    func text(_ output: Output) -> String {
        let columns = output.columns ?? OptimizationText.usualColumns
        let (before, best) = (result.plan.before, result.best)
        let keys = before.members.map {
            [$0.name.shownWhole, ValueText.line($0.value), ValueText.line(best[$0.name])]
        }
        let table = Table.text([["key", "before", "best"]] + keys, columns: columns)
        return "\(table)\n\(numbers(columns))\n\(sentence)\n"
    }

    private func numbers(_ columns: Int) -> String {
        let name = result.plan.goal == .minimize ? "lowest so far" : "highest so far"
        let before = result.before.map(MeasureText.value) ?? "none"
        return Table.text(
            [
                ["metric, median", "\(before) -> \(MeasureText.value(result.after))"],
                ["gain", result.gain.map { range([$0]) } ?? "unknown"],
                ["95 % interval", interval],
                ["measurements", "\(result.count), seed \(result.plan.seed)"],
                [name, course(columns - 40)],
            ]
        )
    }

    private var interval: String {
        switch result.evidence {
        case .exact: "exact: repeated measurements were equal"
        case .unrepeated: "unknown: no values were measured twice"
        case .compared: result.interval.map { range([$0.lowerBound, $0.upperBound]) } ?? "unknown"
        }
    }

    /// Returns the best number so far as a line of blocks, between the first and the last one.
    private func course(_ columns: Int) -> String {
        let course = result.course
        let width = max(1, min(columns, OptimizationText.mostColumns, course.count))
        let samples = (0..<width).map { course[($0 + 1) * course.count / width - 1] }
        let ends = [course.first, course.last].map { $0.map(MeasureText.value) ?? "" }
        return "\(ends[0]) \(Sparkline.text(of: samples, width: width)) \(ends[1])"
    }

    /// Returns gains in the unit of the metric, and in percent: "1.9 to 2.3 (19 % to 23 %)".
    private func range(_ gains: [Double]) -> String {
        let text = gains.map(MeasureText.size).joined(separator: " to ")
        let percents = gains.compactMap(result.percent)
        guard percents.count == gains.count else { return text }
        return "\(text) (\(percents.map { "\(MeasureText.size($0)) %" }.joined(separator: " to ")))"
    }

    private var sentence: String {
        guard result.isImproved, hasAdvice else { return result.sentence }
        return "\(result.sentence) To set them: tunerctl set \(result.changes.words)"
    }
}

import ConsoleCore
import JSONCore
import OptionCore

/// The result of a sweep for people.
struct SweepText {
    /// The width without a terminal.
    private static let usualColumns = 80

    let result: SweepResult

    /// Returns the table, and for one key a chart.
    func text(_ output: Output) -> String {
        let columns = output.columns ?? SweepText.usualColumns
        let table = Table.text(rows, columns: columns)
        return "\(table)\(chart(columns).map { "\n\($0)" } ?? "")\nseed \(result.seed)\n"
    }

    private var rows: [[String]] {
        let isRepeated = result.points.contains { $0.numbers.count > 1 }
        let header = result.keys.map { $0.shownWhole } + ["median"] + (isRepeated ? ["from", "to"] : []) + [""]
        return [header]
            + result.points.enumerated().map { index, point in
                let values = point.values.members.map { ValueText.line($0.value) }
                let median = point.median.map(MeasureText.value) ?? "failed"
                return values + [median] + (isRepeated ? ends(of: point) : []) + [mark(index)]
            }
    }

    private func ends(of point: SweptPoint) -> [String] {
        [point.numbers.min(), point.numbers.max()].map { $0.map(MeasureText.value) ?? "" }
    }

    private func mark(_ index: Int) -> String {
        guard result.lowest != result.highest else { return "" }
        return index == result.lowest ? "lowest" : index == result.highest ? "highest" : ""
    }

    private func chart(_ columns: Int) -> String? {
        guard result.keys.count == 1 else { return nil }
        let strips = result.points.compactMap { point -> StripChart.Strip? in
            guard !point.numbers.isEmpty, let value = point.values.members.first?.value else { return nil }
            return StripChart.Strip(label: ValueText.line(value), values: point.numbers)
        }
        return StripChart(strips).text(columns: columns)
    }
}

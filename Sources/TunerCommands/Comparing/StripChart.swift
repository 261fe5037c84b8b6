import OptionCore

/// The measured values of several settings as strips on one axis.
struct StripChart {
    /// The values of one setting, with its name.
    struct Strip {
        let label: String
        let values: [Double]
    }

    private static let blocks = Array("▁▂▃▄▅▆▇█")
    /// Wider strips would have at most one value in each column.
    private static let most = 72

    private let strips: [Strip]
    private let least: Double
    private let greatest: Double

    /// Creates a chart of at least one strip, with at least one finite value each.
    init(_ strips: [Strip]) {
        self.strips = strips
        let values = strips.flatMap(\.values)
        least = values.reduce(values[0], min)
        greatest = values.reduce(values[0], max)
    }

    /// Creates a chart of the strips A and B.
    init(_ a: [Double], _ b: [Double]) {
        self.init([Strip(label: "A", values: a), Strip(label: "B", values: b)])
    }

    /// Draws a line for each setting and one for the axis, of at most `columns` columns.
    func text(columns: Int) -> String {
        let names = strips.map { $0.label.cut(toColumns: max(1, columns / 3)) }
        let indent = names.map(\.displayWidth).reduce(0, max) + 1
        let width = max(1, min(StripChart.most, columns - indent))
        let counts = strips.map { self.counts(of: $0.values, width) }
        let highest = counts.joined().reduce(1, max)
        let lines = zip(names, counts).map { name, counts in
            "\(name)\(spaces(indent - name.displayWidth))\(line(counts, highest))\n"
        }
        return "\(lines.joined())\(spaces(indent))\(axis(width))\n"
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Counts the values in each column.
    private func counts(of values: [Double], _ width: Int) -> [Int] {
        var counts = Array(repeating: 0, count: width)
        for value in values { counts[column(of: value, width)] += 1 }
        return counts
    }

    private func column(of value: Double, _ width: Int) -> Int {
        // Half of each: the difference of two large values can be infinite. The halves of two tiny values can be equal.
        let range = greatest / 2 - least / 2
        guard range > 0 else { return width / 2 }
        let part = (value / 2 - least / 2) / range
        return min(width - 1, Int(part * Double(width)))
    }

    private func line(_ counts: [Int], _ highest: Int) -> String {
        let blocks = StripChart.blocks
        var line = String(counts.map { $0 == 0 ? " " : blocks[($0 * blocks.count - 1) / highest] })
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Returns the least value at the left and the greatest one at the right.
    private func axis(_ width: Int) -> String {
        let (left, right) = (MeasureText.value(least), MeasureText.value(greatest))
        guard greatest > least else { return spaces(max(0, width / 2 - left.count / 2)) + left }
        let free = width - left.displayWidth - right.displayWidth - 2
        return "\(left) \(String(repeating: "─", count: max(1, free))) \(right)"
    }
}

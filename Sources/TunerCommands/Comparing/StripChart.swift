import OptionCore

/// The measured values of two settings as two strips on one axis.
struct StripChart {
    private static let blocks = Array("▁▂▃▄▅▆▇█")
    /// Wider strips would have at most one value in each column.
    private static let most = 72

    private let a: [Double]
    private let b: [Double]
    private let least: Double
    private let greatest: Double

    /// Creates a chart of at least one finite value each.
    init(_ a: [Double], _ b: [Double]) {
        (self.a, self.b) = (a, b)
        least = (a + b).reduce(a[0], min)
        greatest = (a + b).reduce(a[0], max)
    }

    /// Draws a line for each setting and one for the axis, of at most `columns` columns.
    func text(columns: Int) -> String {
        let width = max(1, min(StripChart.most, columns - 2))
        let (counts, others) = (counts(of: a, width), counts(of: b, width))
        let highest = (counts + others).reduce(1, max)
        return "A \(line(counts, highest))\nB \(line(others, highest))\n  \(axis(width))\n"
    }

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
        guard greatest > least else { return String(repeating: " ", count: max(0, width / 2 - left.count / 2)) + left }
        let free = width - left.displayWidth - right.displayWidth - 2
        return "\(left) \(String(repeating: "─", count: max(1, free))) \(right)"
    }
}

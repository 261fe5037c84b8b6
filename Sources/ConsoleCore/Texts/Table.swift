import OptionCore

/// Rows of text with aligned columns.
package enum Table {
    /// The width below which no column is cut.
    private static let narrowest = 8
    /// The number of spaces between two columns.
    private static let gap = 2

    /// Returns a line for each row, without trailing spaces.
    ///
    /// If the rows are wider than `columns`, the widest columns are cut first. The first column, which names the rows, is
    /// never cut.
    package static func text(_ rows: [[String]], columns: Int? = nil) -> String {
        lines(rows, columns: columns).joined()
    }

    /// Returns the lines of the table, each with its line end.
    ///
    /// If the columns are too narrow for a terminal, the last ones are left out; the first two always remain.
    package static func lines(_ rows: [[String]], columns: Int? = nil) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.displayWidth)
            }
        }
        if let columns {
            let natural = widths
            narrow(&widths, to: columns)
            while widths.count > 2, width(of: widths) > columns {
                widths = Array(natural.prefix(widths.count - 1))
                narrow(&widths, to: columns)
            }
        }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                let cell = cell.cut(toColumns: width)
                line += "\(cell)\(String(repeating: " ", count: width - cell.displayWidth + gap))"
            }
            while line.last == " " { line.removeLast() }
            return "\(line)\n"
        }
    }

    private static func width(of widths: [Int]) -> Int { widths.reduce(0, +) + (widths.count - 1) * gap }

    private static func narrow(_ widths: inout [Int], to columns: Int) {
        var surplus = width(of: widths) - columns
        while surplus > 0, let widest = widths.dropFirst().max(), widest > narrowest,
            let index = widths.dropFirst().firstIndex(of: widest)
        {
            widths[index] -= 1
            surplus -= 1
        }
    }
}

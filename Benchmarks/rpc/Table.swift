/// Rows under headings, as Markdown that is readable as plain text.
struct Table {
    private var rows: [[String]]

    init(_ headings: [String]) { rows = [headings] }

    mutating func add(_ row: [String]) {
        precondition(row.count == rows[0].count, "a row has a cell under each heading")
        rows.append(row)
    }

    var text: String {
        let widths = rows[0].indices.map { column in rows.reduce(3) { max($0, $1[column].count) } }
        var lines = rows.map { row -> String in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        lines.insert("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|", at: 1)
        return lines.joined(separator: "\n")
    }
}

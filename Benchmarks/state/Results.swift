/// Results by row and column, as Markdown.
struct Results {
    private var rows: [(name: String, cells: [String])] = []

    mutating func add(_ row: String, _ value: Double) {
        let cell =
            value < 10
            ? String(Int(value * 10 + 0.5) / 10) + "." + String(Int(value * 10 + 0.5) % 10) : String(Int(value + 0.5))
        if let index = rows.firstIndex(where: { $0.name == row }) {
            rows[index].cells.append(cell)
        } else {
            rows.append((row, [cell]))
        }
    }

    func print(title: String, columns: [String]) {
        Swift.print("\n| \(title) | " + columns.joined(separator: " | ") + " |")
        Swift.print("|---|" + columns.map { _ in "---|" }.joined())
        for row in rows {
            Swift.print("| \(row.name) | " + row.cells.joined(separator: " | ") + " |")
        }
    }
}

/// Words below the picture, with a line break where a line becomes too long.
///
/// A word that is longer than a line, such as a URL, has its own line. The terminal breaks it, so that it can be copied.
struct TextLines {
    private var lines: [String] = []
    private let columns: Int

    init(_ words: [String], separator: String, columns: Int) {
        self.columns = columns
        for word in words {
            if let last = lines.last, last.count + separator.count + word.count < columns {
                lines[lines.count - 1] = last + separator + word
            } else {
                lines.append(word)
            }
        }
    }

    static func + (first: TextLines, second: TextLines) -> TextLines {
        var all = first
        all.lines += second.lines
        return all
    }

    /// The number of rows on the terminal.
    var rowCount: Int { lines.reduce(0) { $0 + max(($1.count + columns - 1) / columns, 1) } }

    /// The lines as a terminal shows them.
    var text: String { lines.map { "\($0)\u{1B}[K\n" }.joined() }
}

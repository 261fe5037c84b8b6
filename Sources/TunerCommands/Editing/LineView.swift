/// The part of a line that fits between a prompt and the end of a terminal's line.
struct LineView {
    /// The first character that is shown.
    private var start = 0

    /// What is to be written so that the line and its cursor are seen.
    mutating func text(_ prompt: String, _ edit: LineEdit, columns: Int) -> String {
        let room = max(columns - prompt.displayWidth - 1, 1)
        let widths = edit.characters.map(\.displayWidth)
        start = min(start, edit.cursor)
        while widths[start..<edit.cursor].reduce(0, +) > room { start += 1 }
        // What was scrolled away comes back when there is room again.
        while start > 0, widths[(start - 1)...].reduce(0, +) <= room { start -= 1 }
        var end = start
        var width = 0
        while end < widths.count, width + widths[end] <= room {
            width += widths[end]
            end += 1
        }
        let column = prompt.displayWidth + widths[start..<edit.cursor].reduce(0, +)
        return "\r\(prompt)\(String(edit.characters[start..<end]))\u{1B}[K\r\u{1B}[\(column)C"
    }
}

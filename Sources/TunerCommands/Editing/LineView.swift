import OptionCore

/// The part of a line that fits into a terminal's row after the prompt.
struct LineView {
    /// The index of the first visible character.
    private var start = 0

    /// Returns the terminal output that draws the line and moves the cursor.
    mutating func text(_ prompt: String, _ edit: LineEdit, columns: Int) -> String {
        let room = max(columns - prompt.displayWidth - 1, 1)
        let widths = edit.characters.map(\.displayWidth)
        start = min(start, edit.cursor)
        while widths[start..<edit.cursor].reduce(0, +) > room { start += 1 }
        // If there is room again, show characters that were scrolled out.
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

extension String {
    /// Returns the words of the text in lines of at most `width` columns.
    ///
    /// A word that is wider than a line has its own line; words are never cut.
    ///
    /// - Parameters:
    ///   - width: The number of columns of a line, with its indentation.
    ///   - column: The column of the first word.
    ///   - indent: The number of spaces before each line except the first.
    /// - Returns: The lines, without a line break at the end.
    package func wrapped(to width: Int, startingAt column: Int = 0, indent: Int = 0) -> String {
        var text = ""
        var column = column
        for word in split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let wordWidth = String(word).displayWidth
            if text.isEmpty {
                column += wordWidth
            } else if column + 1 + wordWidth <= width {
                text += " "
                column += 1 + wordWidth
            } else {
                text += "\n\(String(repeating: " ", count: indent))"
                column = indent + wordWidth
            }
            text += word
        }
        return text
    }
}

/// A document in a second, simple implementation: an array of the units in which the client counts.
struct PlainDocument {
    let isUTF8: Bool
    private(set) var text: String

    /// Replaces the text between two positions; a position after the end of a line or of the text is moved to that end.
    mutating func replace(from start: (line: Int, column: Int), to end: (line: Int, column: Int), with new: String) {
        let (first, last) = (index(of: start), index(of: end))
        text.unicodeScalars.replaceSubrange(first..<max(first, last), with: new.unicodeScalars)
    }

    /// Returns the index of the last character that begins at or before a position.
    private func index(of position: (line: Int, column: Int)) -> String.UnicodeScalarView.Index {
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        for _ in 0..<position.line {
            while index < scalars.endIndex, !isLineEnd(scalars[index]) { index = scalars.index(after: index) }
            guard index < scalars.endIndex else { return index }
            let isReturn = scalars[index] == "\r"
            index = scalars.index(after: index)
            if isReturn, index < scalars.endIndex, scalars[index] == "\n" { index = scalars.index(after: index) }
        }
        var column = 0
        while index < scalars.endIndex, !isLineEnd(scalars[index]) {
            column += isUTF8 ? String(scalars[index]).utf8.count : String(scalars[index]).utf16.count
            guard column <= position.column else { break }
            index = scalars.index(after: index)
        }
        return index
    }

    private func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
}

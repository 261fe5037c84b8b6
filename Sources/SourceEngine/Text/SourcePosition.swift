/// A position in a text, in lines and columns, both counted from 0.
package struct SourcePosition: Hashable, Sendable {
    package var line: Int
    /// The column, in the units of a ``PositionEncoding``.
    package var column: Int

    package init(line: Int, column: Int) {
        (self.line, self.column) = (line, column)
    }
}

extension SourcePosition: Comparable {
    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// The units in which a column is counted.
package enum PositionEncoding: Sendable {
    /// Bytes.
    case utf8
    /// UTF-16 code units: a character outside the Basic Multilingual Plane counts twice.
    case utf16
}

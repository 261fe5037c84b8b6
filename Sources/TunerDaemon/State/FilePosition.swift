import JSONCore

/// A line and a column in a text file, both counted from 1; the column counts characters, not bytes.
struct FilePosition {
    let line: Int
    let column: Int

    /// Creates the position of the byte at an offset.
    init(_ offset: Int, in text: [UInt8]) {
        (line, column) = JSONFault.position(of: offset, in: text.span)
    }
}

extension FilePosition: CustomStringConvertible {
    var description: String { "line \(line), column \(column)" }
}

import JSONCore

/// A place in a text, as a person counts.
struct FilePosition {
    let line: Int
    let column: Int

    /// Where the byte at an offset stands.
    init(_ offset: Int, in text: [UInt8]) {
        (line, column) = JSONFault.position(of: offset, in: text.span)
    }
}

extension FilePosition: CustomStringConvertible {
    var description: String { "line \(line), column \(column)" }
}

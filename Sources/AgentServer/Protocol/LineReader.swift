/// A parser that divides a stream of bytes into lines, one message each.
///
/// A line that is not JSON does not affect the lines after it.
package struct LineReader {
    /// What the reader has found.
    package enum Event: Equatable {
        /// A line that is not blank, without its end.
        case line([UInt8])
        /// A line with more bytes than the limit, which is discarded.
        case tooLong
    }

    private var line: [UInt8] = []
    private var isSkipping = false
    private let limit: Int

    /// Creates a reader with the largest number of bytes in a line.
    package init(limit: Int) { self.limit = limit }

    /// Adds received bytes, and returns the lines that they complete.
    package mutating func add(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                events += finish()
            } else if line.count == limit {
                isSkipping = true
            } else {
                line.append(byte)
            }
        }
        return events
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    /// Ends the stream, and returns its last line if that has no end.
    package mutating func finish() -> [Event] {
        defer {
            line.removeAll(keepingCapacity: line.count <= 1 << 16)
            isSkipping = false
        }
        if isSkipping { return [.tooLong] }
        return line.allSatisfy(LineReader.isBlank) ? [] : [.line(line)]
    }
}

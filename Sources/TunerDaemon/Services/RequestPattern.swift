import JSONCore

/// The layout of a request, which finds the keys of further requests with an equal layout.
///
/// A client that pipelines calls of a method usually writes all of them in the same way, one in each line. They differ in
/// the id and the key.
struct RequestPattern {
    private static let longestKey = 256

    /// The bytes directly before the key, with the name of its member and usually that of the method.
    private let prefix: Range<Int>
    /// The offset of a key from the beginning of its line.
    private var offset: Int
    /// The number of bytes from the end of a key to the next line; 0 if it is not known.
    private var tail = 0

    /// Creates the pattern of the request at the beginning of a text, which has its key in a range without the quotes.
    init(key: Range<Int>) {
        offset = key.lowerBound
        prefix = max(0, key.lowerBound - 24)..<key.lowerBound
    }

    /// Returns the range of the key in the next line; nil if the line is incomplete or has another layout.
    mutating func nextKey(after position: Int, in text: Span<UInt8>) -> Range<Int>? {
        guard let line = nextLine(after: position, in: text) else { return nil }
        let expected = line + offset
        // The ids of successive requests may differ in their length by one.
        for shift in 0..<3 {
            let start = shift == 2 ? expected - 1 : expected + shift
            guard hasPrefix(before: start, in: text) else { continue }
            offset = start - line
            return RequestPattern.key(at: start, in: text)
        }
        return nil
    }

    private func hasPrefix(before end: Int, in text: Span<UInt8>) -> Bool {
        guard end < text.count, end - prefix.count >= 0 else { return false }
        return text.extracting(prefix).hasSameBytes(as: text.extracting(end - prefix.count..<end))
    }

    /// Returns the offset of the next line of a text; nil if there is none near `position`.
    private mutating func nextLine(after position: Int, in text: Span<UInt8>) -> Int? {
        let expected = position + tail
        if tail > 0, expected <= text.count, text[expected - 1] == UInt8(ascii: "\n") {
            return expected
        }
        for offset in position..<min(position + 128, text.count) where text[offset] == UInt8(ascii: "\n") {
            tail = offset + 1 - position
            return offset + 1
        }
        return nil
    }

    /// Returns the range of a string that begins at `start`, after its quote; nil if it has no end.
    ///
    /// A string with escapes is not decoded: its range then is of no use, but does no harm.
    private static func key(at start: Int, in text: Span<UInt8>) -> Range<Int>? {
        let limit = min(start + longestKey + 1, text.count)
        var end = start
        while end < limit, text[end] != UInt8(ascii: "\"") { end &+= 1 }
        return end < limit ? start..<end : nil
    }
}

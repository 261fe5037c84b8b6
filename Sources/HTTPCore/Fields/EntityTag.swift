import JSONCore

/// An entity tag, such as `"abc"` or `W/"abc"`, as a range of a field value.
package struct EntityTag: Equatable {
    package let isWeak: Bool
    /// The characters between the quotes.
    package let opaque: Range<Int>

    /// Reads the tag at `position`, and moves `position` behind it; nil if there is none.
    init?(at position: inout Int, before end: Int, in bytes: Span<UInt8>) {
        var start = position
        var isWeak = false
        if start + 1 < end, bytes[start] == UInt8(ascii: "W"), bytes[start + 1] == UInt8(ascii: "/") {
            isWeak = true
            start += 2
        }
        guard start < end, bytes[start] == UInt8(ascii: "\"") else { return nil }
        start += 1
        let (quote, space, tab) = (UInt8(ascii: "\""), UInt8(ascii: " "), UInt8(ascii: "\t"))
        let close = ByteWords.firstOffset(of: quote, or: quote, from: start, to: end, in: bytes)
        guard close < end, ByteWords.endOfText(from: start, to: close, in: bytes) == close,
            ByteWords.firstOffset(of: space, or: tab, from: start, to: close, in: bytes) == close
        else { return nil }
        self.isWeak = isWeak
        opaque = start..<close
        position = close + 1
    }

    /// Returns whether an `If-None-Match` field lists a tag, or is `*`; weak tags count (RFC 9110, 13.1.2).
    ///
    /// `tag` is the text between the quotes.
    package static func isListed(_ tag: Span<UInt8>, _ field: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        isStar(field, in: bytes) || contains(in: field, of: bytes) { $0.isEqual(to: tag, in: bytes) }
    }

    /// Returns whether an `If-Match` field lists a strong tag, or is `*`; weak tags do not count (RFC 9110, 13.1.1).
    package static func isListedStrong(_ tag: Span<UInt8>, _ field: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        isStar(field, in: bytes)
            || contains(in: field, of: bytes) { !$0.isWeak && $0.isEqual(to: tag, in: bytes) }
    }

    private static func isStar(_ field: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        field.count == 1 && bytes[field.lowerBound] == UInt8(ascii: "*")
    }

    private func isEqual(to tag: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
        bytes.extracting(opaque).hasBytes(of: tag)
    }

    /// Returns whether a condition is true for a tag in a list.
    ///
    /// A tag behind a fault in the list is not seen.
    static func contains(
        in field: Range<Int>,
        of bytes: Span<UInt8>,
        where isWanted: (EntityTag) -> Bool
    ) -> Bool {
        var position = field.lowerBound
        let end = field.upperBound
        while true {
            while position < end, bytes.isBlank(at: position) || bytes[position] == UInt8(ascii: ",") {
                position += 1
            }
            guard let found = EntityTag(at: &position, before: end, in: bytes) else { return false }
            guard !isWanted(found) else { return true }
            while position < end, bytes.isBlank(at: position) {
                position += 1
            }
            guard position < end, bytes[position] == UInt8(ascii: ",") else { return false }
        }
    }
}

/// An entity tag, such as `"abc"` or `W/"abc"`, as a place in a field value.
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
        var close = start
        while close < end, bytes[close] != UInt8(ascii: "\"") {
            guard bytes[close] > 0x20, bytes[close] != 0x7F else { return nil }
            close += 1
        }
        guard close < end else { return nil }
        self.isWeak = isWeak
        opaque = start..<close
        position = close + 1
    }

    /// Returns whether an `If-None-Match` field lists a tag, or is `*`; weak tags count (RFC 9110, 13.1.2).
    ///
    /// `tag` is the text between the quotes.
    package static func isListed(_ tag: Span<UInt8>, _ field: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        contains(tag, allowingWeak: true, field, in: bytes)
    }

    /// Returns whether an `If-Match` field lists a strong tag, or is `*`; weak tags do not count (RFC 9110, 13.1.1).
    package static func isListedStrong(_ tag: Span<UInt8>, _ field: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        contains(tag, allowingWeak: false, field, in: bytes)
    }

    /// A tag behind a fault in the list is not seen.
    private static func contains(
        _ tag: Span<UInt8>,
        allowingWeak: Bool,
        _ field: Range<Int>,
        in bytes: Span<UInt8>
    ) -> Bool {
        var position = field.lowerBound
        let end = field.upperBound
        if field.count == 1, bytes[position] == UInt8(ascii: "*") {
            return true
        }
        while true {
            while position < end, bytes.isBlank(at: position) || bytes[position] == UInt8(ascii: ",") {
                position += 1
            }
            guard let found = EntityTag(at: &position, before: end, in: bytes) else { return false }
            if allowingWeak || !found.isWeak, found.opaque.count == tag.count,
                (0..<tag.count).allSatisfy({ bytes[found.opaque.lowerBound + $0] == tag[$0] })
            {
                return true
            }
            while position < end, bytes.isBlank(at: position) {
                position += 1
            }
            guard position < end, bytes[position] == UInt8(ascii: ",") else { return false }
        }
    }
}

/// How large a member's value may be, which is checked in the text before anything is made of it.
///
/// A tree takes some twenty times the memory of its text, and the time to make it.
package enum JSONSizeBound: Sendable {
    /// One value, which has a limit of bytes.
    case value
    /// The same of a key, which the member of this name names.
    case valueOf(StaticString)
    /// An object of such values.
    case values
    /// An array of so many elements; `limit` is the name that clients know this limit by.
    case elements(Int, limit: StaticString)
}

/// A member whose value is too large.
package enum JSONSizeFault: Error, Sendable {
    /// The value may have so many bytes; the name is its own in an object of values, or the key that it belongs to.
    case value(member: String, name: String?, limit: Int)
    /// The array may have so many elements.
    case elements(member: String, most: Int, limit: String)
}

extension JSONRange {
    /// Whether the value has more bytes than `limit` however it is spelled: white space, escapes and digits that a shorter
    /// spelling could do without are not counted.
    package func exceeds(_ limit: Int, in text: Span<UInt8>) -> Bool {
        guard source.count > limit else { return false }
        if kind == .string {
            return leastStringSize > limit
        }
        var size = 0
        var cursor = range.lowerBound
        while cursor < range.upperBound, size <= limit {
            switch text[cursor] {
            case UInt8(ascii: "\""):
                size += CheckedText.takeString(&cursor, in: text).leastStringSize
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                CheckedText.skipNumber(&cursor, in: text)
                size += 1
            case 0...0x20:
                cursor += 1
            default:
                cursor += 1
                size += 1
            }
        }
        return size > limit
    }

    /// The fewest bytes that a string may have with its quotes: the longest escape has six for one.
    private var leastStringSize: Int { 2 + (hasEscapes ? range.count / 6 : range.count) }
}

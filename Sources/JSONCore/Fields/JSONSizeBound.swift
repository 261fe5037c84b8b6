/// A limit on the size of a member's value, which is checked in the text before the value is built.
///
/// A `JSON` tree takes some twenty times the memory of its text.
package enum JSONSizeBound: Sendable {
    /// One value with a limit in bytes.
    case value
    /// One value with a limit in bytes; the error also names its key, which is the string in the member with this name.
    case valueOf(StaticString)
    /// An object whose values each have the limit in bytes.
    case values
    /// An array with at most this many elements; `limit` is the public name of this limit.
    case elements(Int, limit: StaticString)
}

/// An error that reports a member whose value exceeds its size limit.
package enum JSONSizeFault: Error, Sendable {
    /// The value has more than `limit` bytes.
    ///
    /// `name` is the value's name in an object of values, or the key that the value belongs to, or nil.
    case value(member: String, name: String?, limit: Int)
    /// The array has more than `most` elements; `limit` is the public name of this limit.
    case elements(member: String, most: Int, limit: String)
}

extension JSONRange {
    /// Returns whether the value has more than `limit` bytes even in its shortest spelling.
    ///
    /// White space does not count. A number counts as one byte, and a string with escapes as a sixth of its bytes.
    package func exceeds(_ limit: Int, in text: Span<UInt8>) -> Bool {
        guard source.count > limit else { return false }
        if kind == .string {
            return minStringSize > limit
        }
        var size = 0
        var cursor = range.lowerBound
        while cursor < range.upperBound, size <= limit {
            switch text[cursor] {
            case UInt8(ascii: "\""):
                size += CheckedText.scanString(&cursor, in: text).minStringSize
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

    /// A lower bound on the size of the string with its quotes: the longest escape has six bytes for one.
    private var minStringSize: Int { 2 + (hasEscapes ? range.count / 6 : range.count) }
}

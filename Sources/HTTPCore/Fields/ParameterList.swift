/// The parameters behind a value: `; name=value`, where the value is a token or a quoted string.
struct ParameterList {
    private var position: Int
    private let end: Int

    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// Whether all parameters were read; false after `next` has found something else.
    var isAtEnd: Bool { position == end }

    /// Returns the next parameter, the value without its quotes; nil at the end, or before what is no parameter.
    ///
    /// Escapes in a quoted string are left as they are.
    mutating func next(in bytes: Span<UInt8>) -> (name: Range<Int>, value: Range<Int>)? {
        var offset = position
        var isSeparated = false
        while offset < end, bytes.isBlank(at: offset) || bytes[offset] == UInt8(ascii: ";") {
            isSeparated = isSeparated || bytes[offset] == UInt8(ascii: ";")
            offset += 1
        }
        guard offset < end else {
            position = end
            return nil
        }
        let nameEnd = CharacterSet.token.end(from: offset, to: end, in: bytes)
        guard isSeparated, nameEnd > offset, nameEnd + 1 < end, bytes[nameEnd] == UInt8(ascii: "=") else { return nil }
        let name = offset..<nameEnd
        let start = nameEnd + 1
        guard bytes[start] == UInt8(ascii: "\"") else {
            let valueEnd = CharacterSet.token.end(from: start, to: end, in: bytes)
            guard valueEnd > start else { return nil }
            position = valueEnd
            return (name, start..<valueEnd)
        }
        var close = start + 1
        while close < end, bytes[close] != UInt8(ascii: "\"") {
            close += bytes[close] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard close < end else { return nil }
        position = close + 1
        return (name, start + 1..<close)
    }
}

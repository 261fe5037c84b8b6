/// The pairs of one `Cookie` field.
package struct Cookies {
    private var position: Int
    private let end: Int

    package init(_ value: Range<Int>) {
        position = value.lowerBound
        end = value.upperBound
    }

    /// Returns the next pair; nil at the end.
    ///
    /// A part without an equals sign is left out.
    package mutating func next(in bytes: Span<UInt8>) -> (name: Range<Int>, value: Range<Int>)? {
        while position < end {
            let start = position
            while position < end, bytes[position] != UInt8(ascii: ";") {
                position += 1
            }
            let pair = bytes.trimmed(start..<position)
            position += 1
            guard let equals = pair.first(where: { bytes[$0] == UInt8(ascii: "=") }) else { continue }
            return (
                bytes.trimmed(pair.lowerBound..<equals), unquoted(bytes.trimmed(equals + 1..<pair.upperBound), bytes)
            )
        }
        return nil
    }

    /// Returns the value of the first cookie with a name; nil if there is none.
    package static func value(of name: Span<UInt8>, _ field: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
        var cookies = Cookies(field)
        while let (present, value) = cookies.next(in: bytes) {
            guard present.count == name.count,
                (0..<name.count).allSatisfy({ bytes[present.lowerBound + $0] == name[$0] })
            else { continue }
            return value
        }
        return nil
    }

    private func unquoted(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
        guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "\""),
            bytes[range.upperBound - 1] == UInt8(ascii: "\"")
        else { return range }
        return range.lowerBound + 1..<range.upperBound - 1
    }
}

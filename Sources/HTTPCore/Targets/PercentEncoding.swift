package import JSONCore

/// The percent-encoding of paths and queries.
package enum PercentEncoding {
    /// Appends the decoded bytes of a part of a path to a buffer.
    package static func decode(
        path range: Range<Int>,
        in bytes: Span<UInt8>,
        to buffer: inout ByteBuffer
    ) throws(PercentFault) {
        try decode(range, plusIsSpace: false, in: bytes, to: &buffer)
    }

    /// Appends the decoded bytes of a name or value of a query to a buffer; a plus sign is a space.
    package static func decode(
        query range: Range<Int>,
        in bytes: Span<UInt8>,
        to buffer: inout ByteBuffer
    ) throws(PercentFault) {
        try decode(range, plusIsSpace: true, in: bytes, to: &buffer)
    }

    /// On a fault, the buffer is unchanged.
    private static func decode(
        _ range: Range<Int>,
        plusIsSpace: Bool,
        in bytes: Span<UInt8>,
        to buffer: inout ByteBuffer
    ) throws(PercentFault) {
        let before = buffer.count
        do throws(PercentFault) {
            try decodeBytes(range, plusIsSpace: plusIsSpace, in: bytes, to: &buffer)
            guard buffer.withBytes({ UTF8Check.isValid($0.extracting(before...)) }) else { throw .notUTF8 }
        } catch {
            buffer.truncate(to: before)
            throw error
        }
    }

    private static func decodeBytes(
        _ range: Range<Int>,
        plusIsSpace: Bool,
        in bytes: Span<UInt8>,
        to buffer: inout ByteBuffer
    ) throws(PercentFault) {
        var position = range.lowerBound
        while position < range.upperBound {
            var byte = bytes[position]
            let start = position
            position += 1
            if byte == UInt8(ascii: "%") {
                guard position + 2 <= range.upperBound, let high = Span<UInt8>.hexDigit(bytes[position]),
                    let low = Span<UInt8>.hexDigit(bytes[position + 1])
                else { throw .escape(at: start - range.lowerBound) }
                byte = high << 4 | low
                position += 2
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                byte = UInt8(ascii: " ")
            }
            guard byte != 0 else { throw .nul(at: start - range.lowerBound) }
            buffer.append(byte)
        }
    }
}

import JSONCore

/// A parser of a request's head that continues where the last bytes ended.
struct HeadParser {
    /// The offset of the request behind an empty line.
    private var start = 0
    private var lineStart = 0
    private var searched = 0
    private var isInFields = false
    private var framing = FramingFields()

    /// Whether bytes of a request have arrived.
    var hasBegun: Bool { searched > start }

    /// Reads the lines that have arrived; returns the offset behind the head once it is complete.
    ///
    /// The bytes must be those of the last call, and more. `maxLine` and `maxFields` are the limits for the bytes of the
    /// request line and of the fields.
    mutating func advance(
        in bytes: Span<UInt8>,
        into request: inout HTTPRequest,
        maxLine: Int,
        maxFields: Int
    ) throws(RequestFault) -> Int? {
        while true {
            let limit = isInFields ? request.fields.lowerBound + maxFields : lineStart + maxLine + 1
            let end = min(bytes.count, limit)
            searched = ByteWords.endOfText(from: searched, to: end, in: bytes)
            guard searched < end else {
                guard end == limit else { return nil }
                throw isInFields ? .fieldsTooLong(limit: maxFields) : .requestLineTooLong(limit: maxLine)
            }
            guard bytes[searched] == UInt8(ascii: "\r") else {
                throw bytes[searched] == UInt8(ascii: "\n") ? .bareLineFeed : .controlCharacter
            }
            guard searched + 1 < bytes.count else { return nil }
            guard bytes[searched + 1] == UInt8(ascii: "\n") else { throw .bareCarriageReturn }
            let line = lineStart..<searched
            lineStart = searched + 2
            searched = lineStart
            if isInFields {
                guard !line.isEmpty else {
                    request.fields = request.fields.lowerBound..<line.lowerBound
                    try framing.apply(to: &request)
                    return lineStart
                }
                try readField(line, in: bytes, into: &request)
            } else {
                // A client may send an empty line before a request (RFC 9112, 2.2); one is enough.
                guard !line.isEmpty || start > 0 else {
                    start = lineStart
                    continue
                }
                try RequestLine.read(line, in: bytes, into: &request)
                request.fields = lineStart..<lineStart
                isInFields = true
            }
        }
    }

    @inline(__always)
    private mutating func readField(
        _ line: Range<Int>,
        in bytes: Span<UInt8>,
        into request: inout HTTPRequest
    ) throws(RequestFault) {
        let colon = CharacterSet.token.end(from: line.lowerBound, to: line.upperBound, in: bytes)
        guard colon < line.upperBound, colon > line.lowerBound, bytes[colon] == UInt8(ascii: ":") else {
            throw HeadParser.fault(of: line, endingNameAt: colon, in: bytes)
        }
        let count = colon - line.lowerBound
        request.fieldBits |= FieldName.bit(count: count, last: bytes[colon - 1])
        try framing.note(line.lowerBound..<colon, colon + 1..<line.upperBound, in: bytes, &request)
    }

    @inline(never)
    private static func fault(of line: Range<Int>, endingNameAt end: Int, in bytes: Span<UInt8>) -> RequestFault {
        guard end < line.upperBound else { return .noColon }
        guard bytes.isBlank(at: end) else { return .fieldName }
        return end == line.lowerBound ? .foldedField : .spaceBeforeColon
    }
}

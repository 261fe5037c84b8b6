import JSONCore

/// A decoder of a chunked body that joins the chunks in place, directly behind the head.
struct ChunkDecoder {
    private enum State {
        case size
        case data(left: Int)
        case dataEnd
        case trailers(start: Int)
        case done
    }

    /// The joined content so far.
    private(set) var content: Range<Int>
    /// The offset of the first byte that is not decoded; once the body is complete, the end of the request.
    private(set) var position: Int

    private var searched: Int
    private var extensions = 0
    private var state = State.size

    init(at offset: Int) {
        content = offset..<offset
        position = offset
        searched = offset
    }

    /// Drops the content so far.
    mutating func drop(from input: inout ByteBuffer) {
        let start = content.lowerBound
        input.copy(position..<input.count, to: start)
        input.truncate(to: input.count - (position - start))
        searched -= position - start
        if case .trailers(let first) = state {
            state = .trailers(start: first - (position - start))
        }
        position = start
        content = start..<start
    }

    /// Decodes the bytes that have arrived; returns whether the body is complete.
    ///
    /// `limit` is for the content.
    mutating func advance(
        in input: inout ByteBuffer,
        limit: Int,
        _ limits: HTTPLimits
    ) throws(RequestFault) -> Bool {
        while true {
            switch state {
            case .size:
                guard let line = try nextLine(in: input, .chunkLineTooLong(limit: limits.chunkLine), limits.chunkLine)
                else { return incomplete(&input) }
                let size = try readSize(line, in: input, limits)
                guard size <= limit - content.count else { throw .bodyTooLong(limit: limit) }
                state = size == 0 ? .trailers(start: position) : .data(left: size)
            case .data(let left):
                let count = min(left, input.count - position)
                input.copy(position..<position + count, to: content.upperBound)
                content = content.lowerBound..<content.upperBound + count
                position += count
                guard count == left else {
                    state = .data(left: left - count)
                    return incomplete(&input)
                }
                state = .dataEnd
            case .dataEnd:
                guard try readDataEnd(in: input) else { return incomplete(&input) }
                state = .size
            case .trailers(let start):
                let fault = RequestFault.trailersTooLong(limit: limits.trailers)
                let left = start + limits.trailers - position
                guard let line = try nextLine(in: input, fault, left) else { return incomplete(&input) }
                try input.withBytes { bytes throws(RequestFault) in try ChunkDecoder.checkTrailer(line, in: bytes) }
                if line.isEmpty {
                    state = .done
                }
            case .done: return true
            }
        }
    }

    /// Removes the gap between the content and the bytes that are not decoded.
    private mutating func incomplete(_ input: inout ByteBuffer) -> Bool {
        let gap = position - content.upperBound
        if gap > 0 {
            input.copy(position..<input.count, to: content.upperBound)
            input.truncate(to: input.count - gap)
            position -= gap
            if case .trailers(let start) = state {
                state = .trailers(start: start - gap)
            }
        }
        searched = max(position, searched - gap)
        return false
    }

    /// Returns the next line without its end; nil if it is incomplete.
    private mutating func nextLine(
        in input: borrowing ByteBuffer,
        _ tooLong: RequestFault,
        _ limit: Int
    ) throws(RequestFault) -> Range<Int>? {
        try input.withBytes { bytes throws(RequestFault) in
            let end = min(bytes.count, position + limit + 1)
            searched = ByteWords.endOfText(from: max(searched, position), to: end, in: bytes)
            guard searched < end else {
                guard end <= position + limit else { throw tooLong }
                return nil
            }
            guard bytes[searched] == UInt8(ascii: "\r") else {
                throw bytes[searched] == UInt8(ascii: "\n") ? .bareLineFeed : .controlCharacter
            }
            guard searched + 1 < bytes.count else { return nil }
            guard bytes[searched + 1] == UInt8(ascii: "\n") else { throw .bareCarriageReturn }
            let line = position..<searched
            position = searched + 2
            searched = position
            return line
        }
    }

    /// Reads the size of a chunk; its extensions are counted and ignored (RFC 9112, 7.1.1).
    private mutating func readSize(
        _ line: Range<Int>,
        in input: borrowing ByteBuffer,
        _ limits: HTTPLimits
    ) throws(RequestFault) -> Int {
        try input.withBytes { bytes throws(RequestFault) in
            var size = 0
            var offset = line.lowerBound
            while offset < line.upperBound, let digit = Span<UInt8>.hexDigit(bytes[offset]) {
                size = size > Int.max >> 4 ? .max : size << 4 | Int(digit)
                offset += 1
            }
            guard offset > line.lowerBound else { throw .chunkSize }
            guard offset < line.upperBound else { return size }
            let rest = bytes.trimmed(offset..<line.upperBound)
            guard !rest.isEmpty, bytes[rest.lowerBound] == UInt8(ascii: ";") else { throw .chunkSize }
            extensions += rest.count
            guard extensions <= limits.chunkExtensions else { throw .chunkLineTooLong(limit: limits.chunkExtensions) }
            return size
        }
    }

    private mutating func readDataEnd(in input: borrowing ByteBuffer) throws(RequestFault) -> Bool {
        try input.withBytes { bytes throws(RequestFault) in
            guard position < bytes.count else { return false }
            guard bytes[position] == UInt8(ascii: "\r") else { throw .chunkEnd }
            guard position + 1 < bytes.count else { return false }
            guard bytes[position + 1] == UInt8(ascii: "\n") else { throw .chunkEnd }
            position += 2
            searched = position
            return true
        }
    }

    /// Checks the form of a trailer field, which is then ignored.
    private static func checkTrailer(_ line: Range<Int>, in bytes: Span<UInt8>) throws(RequestFault) {
        guard !line.isEmpty else { return }
        let colon = CharacterSet.token.end(from: line.lowerBound, to: line.upperBound, in: bytes)
        guard colon < line.upperBound else { throw .noColon }
        guard colon > line.lowerBound, bytes[colon] == UInt8(ascii: ":") else { throw .fieldName }
    }
}

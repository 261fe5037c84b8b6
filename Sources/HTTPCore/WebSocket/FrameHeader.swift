/// The header of a frame from a client.
struct FrameHeader: Equatable {
    /// What a frame contains.
    enum Opcode: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        @inline(__always)
        var isControl: Bool { rawValue >= 8 }
    }

    let isFinal: Bool
    let opcode: Opcode
    /// The bytes of the header.
    let headerCount: Int
    /// The bytes of the payload.
    let payloadCount: Int
    let mask: UInt32

    /// Reads the header at an offset; nil if it is incomplete.
    ///
    /// A fault is thrown as soon as its byte has arrived.
    @inline(__always)
    static func read(at start: Int, in bytes: Span<UInt8>) throws(WebSocketFault) -> FrameHeader? {
        let available = bytes.count - start
        guard available > 0 else { return nil }
        let first = bytes[start]
        guard first & 0x70 == 0 else { throw .reservedBits }
        guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .opcode }
        let isFinal = first & 0x80 != 0
        guard isFinal || !opcode.isControl else { throw .controlFragmented }
        guard available > 1 else { return nil }
        guard bytes[start + 1] & 0x80 != 0 else { throw .notMasked }
        var payloadCount = Int(bytes[start + 1] & 0x7F)
        guard payloadCount < 126 || !opcode.isControl else { throw .controlTooLong }
        var headerCount = 6
        if payloadCount >= 126 {
            let lengthCount = payloadCount == 126 ? 2 : 8
            headerCount += lengthCount
            guard available >= 2 + lengthCount else { return nil }
            payloadCount = try length(of: lengthCount, at: start + 2, in: bytes)
        }
        guard available >= headerCount else { return nil }
        var mask: UInt32 = 0
        for offset in 0..<4 {
            mask |= UInt32(bytes[start + headerCount - 4 + offset]) << UInt32(8 * offset)
        }
        return FrameHeader(
            isFinal: isFinal,
            opcode: opcode,
            headerCount: headerCount,
            payloadCount: payloadCount,
            mask: mask
        )
    }

    @inline(never)
    private static func length(of count: Int, at start: Int, in bytes: Span<UInt8>) throws(WebSocketFault) -> Int {
        var length: UInt64 = 0
        for offset in start..<start + count {
            length = length << 8 | UInt64(bytes[offset])
        }
        guard length <= Int64.max else { throw .length }
        guard length > (count == 2 ? 125 : 0xFFFF) else { throw .lengthNotMinimal }
        return Int(length)
    }
}

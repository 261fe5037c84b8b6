/// A frame as a client sends it, right or wrong.
struct ClientFrame {
    /// The first byte: the final bit, the reserved bits and the opcode.
    var first: UInt8
    var payload: [UInt8]
    var mask: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D]
    /// The bytes of the extended length; nil for the shortest form.
    var lengthBytes: Int?

    static let (continuation, text, binary, close, ping, pong) =
        (0x0 as UInt8, 0x1 as UInt8, 0x2 as UInt8, 0x8 as UInt8, 0x9 as UInt8, 0xA as UInt8)

    init(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) {
        first = opcode | (isFinal ? 0x80 : 0)
        self.payload = payload
    }

    var bytes: [UInt8] {
        let lengthBytes = lengthBytes ?? (payload.count < 126 ? 0 : payload.count <= 0xFFFF ? 2 : 8)
        let short = lengthBytes == 0 ? UInt8(payload.count) : lengthBytes == 2 ? 126 : 127
        let length = (0..<lengthBytes).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
        let header = [first, short | (mask == nil ? 0 : 0x80)] + length
        guard let mask else { return header + payload }
        return header + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    static func text(_ text: String, isFinal: Bool = true) -> [UInt8] {
        ClientFrame(Self.text, Array(text.utf8), isFinal: isFinal).bytes
    }

    static func rest(_ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        ClientFrame(continuation, payload, isFinal: isFinal).bytes
    }

    static func ping(_ text: String) -> [UInt8] { ClientFrame(Self.ping, Array(text.utf8)).bytes }

    static func close(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        ClientFrame(Self.close, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8)).bytes
    }
}

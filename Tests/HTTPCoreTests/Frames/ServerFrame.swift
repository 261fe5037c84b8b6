/// A frame as a client receives it.
struct ServerFrame: Equatable, CustomStringConvertible {
    var opcode: UInt8
    var payload: [UInt8]
    /// Whether the frame is final, not masked, whole, without reserved bits and with the shortest form of its length.
    var isProper = true

    var description: String { "\(opcode) \(payload)\(isProper ? "" : " not proper")" }

    init(_ opcode: UInt8, _ payload: [UInt8]) {
        self.opcode = opcode
        self.payload = payload
    }

    static func close(_ code: UInt16, _ reason: String) -> ServerFrame {
        ServerFrame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    static func all(in output: [UInt8]) -> [ServerFrame] {
        var frames: [ServerFrame] = []
        var rest = output[...]
        while let first = rest.popFirst() {
            var frame = ServerFrame(first & 0x0F, [])
            frame.isProper = first & 0xF0 == 0x80 && !rest.isEmpty
            var length = Int(rest.popFirst() ?? 0)
            if length == 126 || length == 127 {
                let count = length == 126 ? 2 : 8
                length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
                frame.isProper = frame.isProper && rest.count >= count && length > (count == 2 ? 125 : 0xFFFF)
                rest = rest.dropFirst(count)
            } else {
                frame.isProper = frame.isProper && length < 126
            }
            frame.isProper = frame.isProper && length >= 0 && rest.count >= length
            frame.payload = Array(rest.prefix(max(0, length)))
            rest = rest.dropFirst(max(0, length))
            frames.append(frame)
        }
        return frames
    }
}

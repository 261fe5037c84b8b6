import HTTPCore

/// A second, simple implementation of what a WebSocket connection does with a whole stream.
struct FrameOracle {
    private(set) var result = FrameExchange()
    private var rest: ArraySlice<UInt8>
    private let limit: Int
    /// The opcode and the payloads of a message that is not finished.
    private var message: (opcode: UInt8, content: [UInt8])?
    private var isClosing = false

    init(_ stream: [UInt8], limit: Int) {
        rest = stream[...]
        self.limit = limit
        var hasEnded = false
        do throws(WebSocketFault) {
            while !hasEnded, let (first, payload) = try nextFrame() {
                hasEnded = try handle(first, payload)
            }
        } catch {
            result.events.append("\(error)")
            if !isClosing {
                result.frames.append(.close(error.code.number, error.reason))
            }
            hasEnded = true
        }
        result.events += hasEnded ? ["shutDown", "close"] : ["close"]
    }

    /// Returns the first byte and the payload of the next frame; nil if it is incomplete.
    private mutating func nextFrame() throws(WebSocketFault) -> (UInt8, [UInt8])? {
        var bytes = rest
        guard let first = bytes.popFirst() else { return nil }
        if first & 0x70 != 0 { throw .reservedBits }
        let opcode = first & 0x0F
        if (3...7).contains(opcode) || opcode > 10 { throw .opcode }
        if opcode >= 8, first < 0x80 { throw .controlFragmented }
        guard let second = bytes.popFirst() else { return nil }
        if second < 0x80 { throw .notMasked }
        if opcode >= 8, second & 0x7F > 125 { throw .controlTooLong }
        var length = UInt64(second & 0x7F)
        if length > 125 {
            let count = length == 126 ? 2 : 8
            guard bytes.count >= count else { return nil }
            length = bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
            bytes = bytes.dropFirst(count)
            if length >> 63 == 1 { throw .length }
            if length < 126 || count == 8 && length < 65_536 { throw .lengthNotMinimal }
        }
        guard bytes.count >= 4 else { return nil }
        let mask = Array(bytes.prefix(4))
        bytes = bytes.dropFirst(4)
        if opcode == 0, message == nil { throw .nothingToContinue }
        if opcode == 1 || opcode == 2, message != nil { throw .messageNotFinished }
        if opcode < 8, length > UInt64(limit - (message?.content.count ?? 0)) { throw .messageTooLong(limit: limit) }
        guard UInt64(bytes.count) >= length else { return nil }
        rest = bytes.dropFirst(Int(length))
        return (first, bytes.prefix(Int(length)).enumerated().map { $1 ^ mask[$0 % 4] })
    }

    /// Returns whether the connection ends.
    private mutating func handle(_ first: UInt8, _ payload: [UInt8]) throws(WebSocketFault) -> Bool {
        switch first & 0x0F {
        case 8:
            if payload.count == 1 { throw .closeLength }
            let code = payload.isEmpty ? nil : UInt16(payload[0]) << 8 | UInt16(payload[1])
            if let code, !(1000...4999).contains(code) || [1004, 1005, 1006].contains(code) { throw .closeCode }
            if let code, (1015...2999).contains(code) { throw .closeCode }
            guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .notUTF8 }
            result.events.append("closed \(code.map { "\($0)" } ?? "nil") \(reason)")
            if !isClosing {
                result.frames.append(code.map { .close($0, "") } ?? ServerFrame(8, []))
            }
            return true
        case 9:
            if !isClosing {
                result.frames.append(ServerFrame(10, payload))
            }
        case 10:
            if !isClosing {
                result.events.append("pong \(payload)")
            }
        default:
            let opcode = message?.opcode ?? first & 0x0F
            let content = (message?.content ?? []) + payload
            if opcode == 1, !FrameOracle.isUTF8(content, isWhole: first >= 0x80) { throw .notUTF8 }
            message = first >= 0x80 ? nil : (opcode, content)
            if message == nil {
                deliver(opcode, content)
            }
        }
        return false
    }

    private mutating func deliver(_ opcode: UInt8, _ content: [UInt8]) {
        guard !isClosing else { return }
        let text = String(decoding: content, as: UTF8.self)
        result.events.append(opcode == 1 ? "text \(text)" : "binary \(content)")
        if opcode == 1, text == "bye" {
            result.frames.append(.close(1000, "bye"))
            isClosing = true
        } else {
            result.frames.append(ServerFrame(opcode, content))
        }
    }

    /// Whether bytes are UTF-8, or for a part the beginning of UTF-8.
    private static func isUTF8(_ bytes: [UInt8], isWhole: Bool) -> Bool {
        let edges: [UInt8] = [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF]
        var ends: [[UInt8]] = [[]]
        // What may follow the part: up to three bytes that complete its last character.
        for _ in 0..<(isWhole ? 0 : 3) {
            ends += ends.flatMap { end in edges.map { end + [$0] } }
        }
        return ends.contains { String(validating: bytes + $0, as: UTF8.self) != nil }
    }
}

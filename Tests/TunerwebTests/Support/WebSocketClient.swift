import NetworkCore
import SystemCore
import TestSupport
import WebTestSupport

/// A WebSocket connection to the real gateway or to a browser, with frames as the test wants them.
final class WebSocketClient {
    /// What the server sends.
    enum Event: Equatable {
        /// A text message, with the number of its frames.
        case text(String, frames: Int)
        case close(UInt16, String)
        /// The connection has ended, or nothing has arrived for a minute.
        case end
    }

    static let handshake = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    private let socket: Descriptor
    private var input: [UInt8] = []
    private var position = 0
    private var hasEnded = false

    /// Connects, and completes the handshake.
    convenience init(_ gateway: GatewayProcess, _ path: String = "/rpc") throws {
        try self.init(port: gateway.port, host: gateway.host, path)
    }

    /// Connects to a port of this machine, and completes the handshake.
    init(port: UInt16, host: String, _ path: String) throws {
        socket = try Network.connect(to: Endpoint(.loopbackV4, port: port))
        _ = try Kernel.wait(for: .writable, on: socket, .duration(.seconds(60)))
        let head = ["GET \(path) HTTP/1.1", "Host: \(host)"] + WebSocketClient.handshake + ["", ""]
        try write(Array(head.joined(separator: "\r\n").utf8))
        while !String(decoding: input, as: UTF8.self).contains("\r\n\r\n"), receive() {}
        let text = String(decoding: input, as: UTF8.self)
        guard text.status == 101, let end = text.firstRange(of: "\r\n\r\n") else {
            throw ProgramFault.hasNotEnded(output: text, errors: "")
        }
        position = text.utf8.distance(from: text.startIndex, to: end.upperBound)
    }

    /// Sends a text message.
    func send(_ text: String) throws { try write(WebSocketClient.frame(1, Array(text.utf8))) }

    /// Returns a masked frame.
    static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        let count = payload.count
        let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        let length: [UInt8] =
            if count < 126 {
                [0x80 | UInt8(count)]
            } else if count <= 0xFFFF {
                [0xFE, UInt8(count >> 8), UInt8(count & 0xFF)]
            } else {
                [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
            }
        return [isFinal ? 0x80 | opcode : opcode] + length + mask
            + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// Writes all bytes; meanwhile keeps what arrives.
    func write(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            switch try Kernel.send(socket, bytes.span.extracting(written...)) {
            case .bytes(let count): written += count
            case .end: return
            case .wouldBlock:
                _ = try Kernel.wait(for: [.readable, .writable], on: socket, .duration(.seconds(60)))
                _ = receive(waiting: false)
            }
        }
    }

    /// Writes the bytes that fit, and returns their number.
    func writeSome(_ bytes: [UInt8]) throws -> Int {
        guard case .bytes(let count) = try Kernel.send(socket, bytes.span) else { return 0 }
        return count
    }

    /// Returns whether more bytes fit.
    func isWritable() throws -> Bool { try !Kernel.wait(for: .writable, on: socket, .duration(.zero)).isEmpty }

    /// Returns what arrives next; responds to no frame.
    func next() -> Event {
        var message: [UInt8] = []
        var frames = 0
        while true {
            guard let frame = nextFrame() else { return .end }
            switch frame.first & 0x0F {
            case 8:
                guard frame.payload.count >= 2 else { return .close(1005, "") }
                let code = UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1])
                return .close(code, String(decoding: frame.payload[2...], as: UTF8.self))
            case 0, 1:
                message += frame.payload
                frames += 1
                if frame.first & 0x80 != 0 {
                    return .text(String(decoding: message, as: UTF8.self), frames: frames)
                }
            default: break
            }
        }
    }

    /// Returns the next text message; nil if something else arrives.
    func nextText() -> String? {
        guard case .text(let text, _) = next() else { return nil }
        return text
    }

    /// Ends the connection without a close frame.
    func cut() throws { try Kernel.shutdown(socket) }

    private func nextFrame() -> (first: UInt8, payload: [UInt8])? {
        while true {
            if let (start, count) = header(), input.count - start >= count {
                let frame = (input[position], Array(input[start..<start + count]))
                position = start + count
                if position > 1 << 20 {
                    input.removeFirst(position)
                    position = 0
                }
                return frame
            }
            guard receive() else { return nil }
        }
    }

    private func header() -> (Int, Int)? {
        guard input.count >= position + 2 else { return nil }
        let short = Int(input[position + 1])
        let size = short < 126 ? 0 : short == 126 ? 2 : 8
        guard input.count >= position + 2 + size else { return nil }
        guard size > 0 else { return (position + 2, short) }
        let length = input[(position + 2)..<(position + 2 + size)].reduce(0) { $0 << 8 | Int($1) }
        return (position + 2 + size, length)
    }

    /// Receives what arrives; returns false at the end.
    private func receive(waiting: Bool = true) -> Bool {
        guard !hasEnded else { return false }
        if waiting {
            guard let ready = try? Kernel.wait(for: .readable, on: socket, .duration(.seconds(60))), !ready.isEmpty
            else { return false }
        }
        var memory = [UInt8](repeating: 0, count: 1 << 16)
        var span = memory.mutableSpan
        let transfer = (try? Kernel.receive(socket, into: &span)) ?? .end
        if case .bytes(let count) = transfer {
            input += memory[..<count]
        }
        hasEnded = transfer == .end
        return !hasEnded
    }
}

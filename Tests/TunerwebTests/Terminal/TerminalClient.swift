import TestSupport
import WebTestSupport

/// A WebSocket client of a terminal, which reads the output as one text.
final class TerminalClient {
    let wire: TestPeer
    /// The output that no call has returned yet; the bytes of frame headers are replaced by other characters.
    private var received = ""

    /// Connects, and sends the handshake; returns nil if it is refused.
    init?(_ gateway: GatewayProcess, query: String = "") throws {
        wire = try gateway.connect()
        let head = ["GET /ws\(query) HTTP/1.1", "Host: \(gateway.host)"] + TerminalClient.handshake + ["", ""]
        try wire.write(head.joined(separator: "\r\n"))
        received = wire.read { $0.contains("\r\n\r\n") }
        guard received.status == 101 else { return nil }
        received = received.content
    }

    /// The fields of a handshake.
    static let handshake = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    /// Returns the masked frame of a short text, whose mask is zero.
    static func frame(_ text: String) -> [UInt8] {
        [0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8)
    }

    /// Sends lines as one message.
    func send(_ text: String) throws { try wire.write(TerminalClient.frame(text)) }

    /// Waits for a text in the output, and returns the output up to its end; nil if the text does not arrive.
    func output(to text: String) -> String? {
        while true {
            if let range = received.firstRange(of: text) {
                defer { received = String(received[range.upperBound...]) }
                return String(received[..<range.upperBound])
            }
            let part = wire.read { !$0.isEmpty }
            guard !part.isEmpty else { return nil }
            received += part
        }
    }

    /// Returns whether a text has arrived in the output that no call has returned yet.
    func hasReceived(_ text: String) -> Bool {
        received += wire.read()
        return received.contains(text)
    }

    /// Sends a line, and returns whether a text follows.
    func reply(to line: String, has text: String) throws -> Bool {
        try send(line)
        return output(to: text) != nil
    }
}

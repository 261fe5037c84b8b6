import HTTPCore
import JSONCore

/// What a WebSocket connection reports and sends when it receives a stream in pieces.
///
/// The server sends each message back. To the message `bye` it responds with a close frame.
struct FrameExchange: Equatable {
    /// The messages and faults, and the end of the connection.
    var events: [String] = []
    /// The frames that the peer receives.
    var frames: [ServerFrame] = []

    init() {}

    /// Delivers the pieces, and then the end of the stream.
    init(_ pieces: [ArraySlice<UInt8>], limits: WebSocketLimits = WebSocketLimits()) {
        var connection = WebSocketConnection(limits: limits, at: 0)
        var input = ByteBuffer()
        var output: [UInt8] = []
        for piece in pieces {
            input.append(Array(piece).span)
            run(&connection, &input, &output)
        }
        connection.receivedEnd()
        run(&connection, &input, &output)
        frames = ServerFrame.all(in: output)
    }

    private mutating func run(
        _ connection: inout WebSocketConnection,
        _ input: inout ByteBuffer,
        _ output: inout [UInt8]
    ) {
        while events.last != "close" {
            let event = connection.next(in: &input, at: 0)
            let content = connection.content
            switch event {
            case .wait:
                guard !connection.output.isEmpty else { return }
                output += [UInt8](connection.output)
                connection.sent(connection.output.count)
            case .text:
                let text = input.withBytes { String(decoding: [UInt8]($0, in: content), as: UTF8.self) }
                events.append("text \(text)")
                if text == "bye" {
                    connection.close(.normal, reason: "bye")
                } else {
                    connection.send(text: text.utf8.span)
                }
            case .binary:
                let bytes = input.withBytes { [UInt8]($0, in: content) }
                events.append("binary \(bytes)")
                connection.send(binary: bytes.span)
            case .pong: events.append("pong \(input.withBytes { [UInt8]($0, in: content) })")
            case .closed:
                let reason = input.withBytes { String(decoding: [UInt8]($0, in: content), as: UTF8.self) }
                events.append("closed \(connection.closeCode.map { "\($0.number)" } ?? "nil") \(reason)")
            case .failed: events.append(connection.fault.map { "\($0)" } ?? "no fault")
            case .shutDown: events.append("shutDown")
            case .close: events.append("close")
            }
        }
    }
}

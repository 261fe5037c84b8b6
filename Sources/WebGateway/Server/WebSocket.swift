package import HTTPCore

/// What a route does with a WebSocket connection.
package protocol WebSocketHandler: AnyObject {
    /// Called once, before all others.
    func opened(_ webSocket: WebSocket)

    /// Called with each text message, which is UTF-8; the bytes hold for the call only.
    func received(text: Span<UInt8>, _ webSocket: WebSocket)

    /// Called with each binary message; the bytes hold for the call only.
    func received(binary: Span<UInt8>, _ webSocket: WebSocket)

    /// Called in a later turn when the client may be sent more again, after ``WebSocket/hasRoom`` was false.
    func hasRoom(_ webSocket: WebSocket)

    /// Called once, when the client or the server has ended the connection, or it is lost.
    ///
    /// The code is that of the client's close frame, or of the fault for which the server has ended the connection.
    func ended(_ code: CloseCode?)
}

/// A WebSocket connection, as its handler uses it.
///
/// After the end of the connection, its functions do nothing.
package final class WebSocket {
    private var peer: HTTPPeer?
    private var waitsForRoom = false

    /// Whether no further message is received, so that the client has to wait.
    package var isPaused = false {
        didSet { peer?.setPaused(isPaused) }
    }

    init(_ peer: HTTPPeer) { self.peer = peer }

    /// Whether the connection has not ended.
    package var isOpen: Bool { peer != nil }

    /// Whether the client has received enough of the messages so far, so that more may be sent.
    package var hasRoom: Bool {
        guard let peer else { return false }
        let hasRoom = peer.webSocketHasRoom
        waitsForRoom = waitsForRoom || !hasRoom
        return hasRoom
    }

    /// Sends a text message; the bytes must be UTF-8.
    package func send(text: Span<UInt8>) { write { $0.send(text: text) } }

    package func send(binary: Span<UInt8>) { write { $0.send(binary: binary) } }

    /// Sends the next part of a text message; until the last part, no other message can be sent.
    package func send(textPart part: Span<UInt8>, isLast: Bool) { write { $0.send(textPart: part, isLast: isLast) } }

    /// Ends the connection with a reason of at most 123 bytes.
    package func close(_ code: CloseCode, reason: String = "") {
        isPaused = false
        write { $0.close(code, reason: reason) }
    }

    private func write(_ body: (inout WebSocketConnection) -> Void) { peer?.write(body) }

    /// Notes that output was sent.
    func noteRoom() {
        guard waitsForRoom, let peer, peer.webSocketHasRoom else { return }
        waitsForRoom = false
        peer.reportRoom(self)
    }

    func hasEnded() { peer = nil }
}

@available(*, unavailable)
extension WebSocket: Sendable {}

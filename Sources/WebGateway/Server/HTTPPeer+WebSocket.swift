import HTTPCore
import JSONCore
import LoopCore

/// Connects a ``WebSocket`` and its handler to the stream.
extension HTTPPeer {
    /// Whether the client may be sent more messages.
    var webSocketHasRoom: Bool { state.webSocketHasRoom }

    /// Responds to a handshake; returns false if it is faulty.
    func acceptWebSocket(
        _ handler: any WebSocketHandler,
        protocol name: StaticString?,
        in bytes: Span<UInt8>
    ) -> Bool {
        guard state.speaksHTTP, !state.http.isEnding else { return false }
        do throws(WebSocketHandshakeFault) {
            try state.acceptWebSocket(protocol: name, in: bytes)
        } catch {
            write { (connection: inout HTTPConnection) in connection.refuseWebSocket(error) }
            return false
        }
        webSocketHandler = handler
        webSocket = WebSocket(self)
        return true
    }

    /// Moves on to WebSocket after the handshake.
    func beginWebSocket() {
        let limits = server.limits.webSocket
        guard state.beginWebSocket(removingRequestFrom: &input, limits: limits, at: now) else { return }
        server.count(webSockets: 1)
        if let webSocket {
            webSocketHandler?.opened(webSocket)
        }
    }

    /// Writes messages, or what ends the connection.
    func write(_ body: (inout WebSocketConnection) -> Void) {
        state.write(from: memory, body)
        performAtEndOfTurn()
    }

    /// Lets the client wait, or receives its messages again.
    func setPaused(_ isPaused: Bool) {
        state.isPaused = isPaused
        if !isPaused {
            performAtEndOfTurn()
        }
    }

    func receive(text content: Range<Int>) {
        if let webSocket {
            input.withBytes { webSocketHandler?.received(text: $0.extracting(content), webSocket) }
        }
    }

    func receive(binary content: Range<Int>) {
        if let webSocket {
            input.withBytes { webSocketHandler?.received(binary: $0.extracting(content), webSocket) }
        }
    }

    /// Lets the handler send more in a later turn.
    func reportRoom(_ webSocket: WebSocket) {
        loop.nextTurn { [self] in
            if webSocket.isOpen {
                webSocketHandler?.hasRoom(webSocket)
            }
        }
    }

    func endWebSocket(_ code: CloseCode?) {
        guard let handler = webSocketHandler.take() else { return }
        if !state.speaksHTTP {
            server.count(webSockets: -1)
        }
        state.isPaused = false
        webSocket?.hasEnded()
        webSocket = nil
        handler.ended(code)
    }
}

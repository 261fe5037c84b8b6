/// What the owner of a ``WebSocketConnection`` does next.
package enum WebSocketEvent: Equatable, Sendable {
    /// Send the output and wait: for input, or for room in the output.
    case wait
    /// Handle a text message, which is UTF-8, at ``WebSocketConnection/content`` of the input.
    case text
    /// Handle a binary message, at ``WebSocketConnection/content`` of the input.
    case binary
    /// Note that the peer responded to a ping, whose payload is at ``WebSocketConnection/content`` of the input.
    case pong
    /// Note that the peer has closed the connection, with ``WebSocketConnection/closeCode`` and a reason at
    /// ``WebSocketConnection/content``.
    case closed
    /// Note that the peer has broken the protocol, by ``WebSocketConnection/fault``.
    case failed
    /// End the sending side of the stream, and continue to receive.
    case shutDown
    /// Close the stream; no other event follows.
    case close
}

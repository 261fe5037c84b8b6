/// The limits of one WebSocket connection; times are in nanoseconds.
package struct WebSocketLimits: Equatable, Sendable {
    /// The limit for the bytes of a message, with all its fragments.
    package var message = 1 << 20
    /// The limit for the bytes of output that the peer has not received; beyond it, no further frame is read.
    package var unsentOutput = 256 << 10
    /// The limit for the bytes that are received and dropped at the end, so that the peer can read the close frame.
    package var discardedInput = 1 << 20
    /// After how much time without input the server sends a ping.
    package var pingInterval: UInt64 = 30_000_000_000
    /// How long the peer may send nothing after a ping, and may receive nothing while output waits.
    package var pongTime: UInt64 = 30_000_000_000
    /// How long the peer may take to respond to a close frame, and to end the connection.
    package var closeTime: UInt64 = 2_000_000_000

    package init() {}
}

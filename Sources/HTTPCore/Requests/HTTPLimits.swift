/// The limits of one HTTP connection; times are in nanoseconds.
package struct HTTPLimits: Equatable, Sendable {
    /// The limit for the bytes of a request line without its end.
    package var requestLine = 8 << 10
    /// The limit for the bytes of all header fields of a request.
    package var fields = 16 << 10
    /// The limit for the bytes of a chunk's size with its extensions.
    package var chunkLine = 256
    /// The limit for the bytes of all chunk extensions of a body.
    package var chunkExtensions = 8 << 10
    /// The limit for the bytes of the trailer fields behind a chunked body.
    package var trailers = 8 << 10
    /// How much of a body is received and dropped after an early response, so that the connection can continue.
    package var skippedBody = 64 << 10
    /// How many bytes of the next requests are received while a response is written.
    package var readAhead = 4 << 10
    /// The limit for the bytes of output that the peer has not received; beyond it, no further request is read.
    package var unsentOutput = 256 << 10
    /// The limit for the bytes that are received and dropped after the last response, so that the peer can read it.
    package var discardedInput = 1 << 20
    /// How long a connection without a request stays open.
    package var idleTime: UInt64 = 75_000_000_000
    /// The limit for the time between the first and the last byte of a request's head.
    package var headTime: UInt64 = 10_000_000_000
    /// The limit for the time between the head and the end of a request's body.
    package var bodyTime: UInt64 = 30_000_000_000
    /// How long the peer may receive nothing while output waits.
    package var sendTime: UInt64 = 60_000_000_000
    /// How long received bytes are dropped after the last response.
    package var discardTime: UInt64 = 2_000_000_000

    package init() {}
}

import HTTPCore

/// What an ``HTTPPeer`` does next.
enum PeerEvent {
    /// Send the output and wait: for input, for room in the output, or for the response.
    case wait
    /// Decide about a request with a body.
    case head
    /// Handle a whole request.
    case request
    /// Respond to a request whose body is longer than its route accepts.
    case bodyTooLong
    /// Note that the connection itself has refused a request.
    case refused
    /// Handle a text message at this range of the input.
    case text(Range<Int>)
    /// Handle a binary message at this range of the input.
    case binary(Range<Int>)
    /// Nothing: the client has responded to a ping.
    case pong
    /// Note the end of the WebSocket connection, and its code.
    case ended(CloseCode?)
    /// End the sending side of the stream, and continue to receive.
    case shutDown
    /// Close the stream; no other event follows.
    case close
}

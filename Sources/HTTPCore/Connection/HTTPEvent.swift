/// What the owner of an ``HTTPConnection`` does next.
package enum HTTPEvent: Equatable, Sendable {
    /// Send the output and wait: for input, for room in the output, or for the response.
    case wait
    /// Decide about a request with a body: call `acceptBody(limit:)`, or respond at once.
    case head
    /// Respond to a whole request.
    case request
    /// Respond to a request whose body has more bytes than the accepted limit; the connection then ends.
    case bodyTooLong
    /// Note that a request was refused, for the reason in ``HTTPConnection/fault``; the response is in the output.
    case refused
    /// End the sending side of the stream, and continue to receive.
    case shutDown
    /// Close the stream; no other event follows.
    case close
}

import SystemCore

/// An action that the owner of a ``ConnectionState`` must perform.
enum ConnectionAction {
    /// Send the output; then call `sent(_:)` with the outcome, or `cannotSend()`.
    case send
    /// Call the functions, because the kernel has accepted all output.
    case call([() -> Void])
    /// End the sending side of the stream.
    case shutDownWriting
    /// Call `beginNextTurn()` in the next turn of the event loop.
    case continueNextTurn
    /// Report to the server that every received request has its response.
    case reportFinished
    /// End both sides of the stream, then receive and drop the bytes that the kernel holds.
    ///
    /// Otherwise the peer would get a reset instead of its responses.
    case drain
    /// Call `reachDeadline(at:)` at this time; replaces an earlier request.
    case wake(at: MonotonicTime)
    /// Change the events that the poller waits for.
    case wait(for: Interest)
    /// Close the stream; no action follows.
    case close
}

import SystemCore

/// What the owner of a ``ConnectionState`` must do.
enum ConnectionAction {
    /// Send the output, and pass the result to `sent(_:)` or call `cannotSend()`.
    case send
    /// Call the functions that waited until the kernel had taken everything.
    case call([() -> Void])
    /// End the sending side of the stream.
    case shutDownWriting
    /// Call `beginNextTurn()` in the next turn of the loop.
    case continueNextTurn
    /// Report to the server that every request that was received is answered.
    case reportFinished
    /// Read and drop what the kernel holds, so that the peer reads the end behind its responses and not a reset.
    case drain
    /// Call `reachDeadline(at:)` at this moment, and not at a moment requested before.
    case wake(at: MonotonicTime)
    /// Change what the poller waits for.
    case wait(for: Interest)
    /// Close the stream; the last action.
    case close
}

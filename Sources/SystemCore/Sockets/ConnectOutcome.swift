/// What came of a connect that does not wait.
package enum ConnectOutcome: ~Copyable {
    /// Non-blocking, closes on exec.
    case connected(Descriptor)
    /// Someone listens, but its queue is full: try again later.
    case queueFull
    /// It goes on; the descriptor becomes writable when it is decided.
    case inProgress(Descriptor)
}

/// The outcome of a non-blocking connect.
package enum ConnectOutcome: ~Copyable {
    /// The connection is made.
    ///
    /// The descriptor is non-blocking and closes on exec.
    case connected(Descriptor)
    /// A process listens, but its backlog is full; retry later.
    case queueFull
    /// Connecting continues.
    ///
    /// The descriptor becomes writable when the outcome is known.
    case inProgress(Descriptor)
}

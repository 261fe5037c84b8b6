/// The outcome of accepting a connection; after each of these, the listener can accept again.
package enum AcceptOutcome: ~Copyable {
    /// A connection.
    ///
    /// Its descriptor is non-blocking and closes on exec.
    case connection(Descriptor)
    /// No connection waits.
    case wouldBlock
    /// The process or the system has no descriptors or no memory left.
    ///
    /// The connection stays in the backlog, so the listener stays readable. Stop waiting for it for a while.
    case exhausted(Errno)
    /// This connection failed before it was accepted; the next one may succeed.
    case transient(Errno)
}

/// What came of one accept; none of these ends a listener.
package enum AcceptOutcome: ~Copyable {
    /// Non-blocking, closes on exec.
    case connection(Descriptor)
    /// Nobody waits.
    case wouldBlock
    /// No descriptors or memory are left, here or on the machine.
    ///
    /// The caller still waits in the queue: listen again later, or the poller spins.
    case exhausted(Errno)
    /// This one connection failed before it was ours; the next may be sound.
    case transient(Errno)
}

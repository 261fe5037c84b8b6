/// What a non-blocking read or write did.
package enum Transfer: Hashable, Sendable {
    /// So many, perhaps fewer than were offered or would have fitted.
    case bytes(Int)
    /// Nothing now; wait until the poller says it is ready.
    case wouldBlock
    /// The sender has closed its side and all of it was read.
    ///
    /// A write never gives this.
    case end
}

/// The outcome of a non-blocking read or write.
package enum Transfer: Hashable, Sendable {
    /// The number of transferred bytes, perhaps fewer than requested.
    case bytes(Int)
    /// No byte can be transferred now; wait until the poller reports that the descriptor is ready.
    case wouldBlock
    /// The peer has ended its sending side, and all of its bytes were read.
    ///
    /// A write never returns this.
    case end
}

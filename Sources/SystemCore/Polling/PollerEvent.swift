/// A descriptor that is ready.
package struct PollerEvent: Hashable, Sendable {
    /// The token that was given for the descriptor.
    ///
    /// If the token holds a generation, the receiver can detect an event for an earlier descriptor with the same
    /// number.
    package let token: UInt64
    package let readiness: Readiness

    @inlinable
    package init(token: UInt64, readiness: Readiness) {
        self.token = token
        self.readiness = readiness
    }
}

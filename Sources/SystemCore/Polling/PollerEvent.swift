/// One descriptor that is ready.
package struct PollerEvent: Hashable, Sendable {
    /// The word given with the descriptor.
    ///
    /// A generation inside tells an event that was meant for the number's former owner.
    package let token: UInt64
    package let readiness: Readiness

    @inlinable
    package init(token: UInt64, readiness: Readiness) {
        self.token = token
        self.readiness = readiness
    }
}

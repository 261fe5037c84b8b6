/// The kinds of readiness to wait for.
///
/// An empty set is allowed: the poller still reports a peer that is gone, on macOS up to a second later.
package struct Interest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set from two flags, at a lower cost than the general initializers.
    @inlinable
    package init(readable: Bool, writable: Bool) { rawValue = (readable ? 1 : 0) | (writable ? 2 : 0) }

    package static let readable = Interest(rawValue: 1 << 0)
    package static let writable = Interest(rawValue: 1 << 1)
}

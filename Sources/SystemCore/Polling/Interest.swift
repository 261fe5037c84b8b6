/// What to wait for.
///
/// Empty is allowed: a peer that is gone shows all the same.
package struct Interest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The same from two answers; costs nothing where the general way would.
    @inlinable
    package init(readable: Bool, writable: Bool) { rawValue = (readable ? 1 : 0) | (writable ? 2 : 0) }

    package static let readable = Interest(rawValue: 1 << 0)
    package static let writable = Interest(rawValue: 1 << 1)
}

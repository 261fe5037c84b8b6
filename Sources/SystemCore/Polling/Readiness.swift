/// What a descriptor is ready for.
///
/// - A peer that has ended only its sending side makes the descriptor `readable`. A read then returns the end of the
///   stream. The descriptor stays readable, so stop waiting for reads. Writes to the peer still succeed.
/// - A peer that is completely gone makes the descriptor `hangup`, whatever the interest is. This lasts until the
///   descriptor is removed. The bytes that the peer sent before can still be read.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable
    package var isWritable: Bool { rawValue & 1 << 1 != 0 }

    @inlinable
    package var isHangup: Bool { rawValue & 1 << 2 != 0 }

    package static let readable = Readiness(rawValue: 1 << 0)
    package static let writable = Readiness(rawValue: 1 << 1)
    package static let hangup = Readiness(rawValue: 1 << 2)
    /// The next read or write will return the error.
    package static let error = Readiness(rawValue: 1 << 3)
}

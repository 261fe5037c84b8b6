/// What a descriptor is ready for.
///
/// A peer that closed only its sending side shows as `readable`, and a read then gives the end; it can still be written
/// to. Since that stays so, take reading out of the interest. A peer that is gone altogether shows as `hangup`, asked
/// for or not, and stays so until the descriptor is removed; what it sent before can still be read.
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
    /// The next read or write says what is wrong.
    package static let error = Readiness(rawValue: 1 << 3)
}

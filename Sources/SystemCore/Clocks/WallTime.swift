/// A calendar time, as correct as the machine's clock.
package struct WallTime: Hashable, Sendable {
    /// Seconds since the beginning of 1970 in UTC, rounded down.
    package let seconds: Int64
    /// The nanoseconds of the started second, from 0 to 999,999,999.
    package let nanoseconds: Int32

    @inlinable
    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        precondition(0..<1_000_000_000 ~= nanoseconds, "the part of a second is positive and less than a second")
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    package init(milliseconds: Int64) {
        let seconds = milliseconds.flooredQuotient(by: 1000)
        self.init(seconds: seconds, nanoseconds: Int32(milliseconds - seconds * 1000) * 1_000_000)
    }

    /// Milliseconds since the beginning of 1970 in UTC, rounded down.
    package var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds / 1_000_000) }
}

extension WallTime: Comparable {
    package static func < (left: WallTime, right: WallTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Int64 {
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// The longest duration of a wait, in milliseconds as the kernel needs it, rounded up.
///
/// Rounding down would turn the last part of a millisecond into no wait at all. The caller would then loop until that
/// time is over.
package struct PollTimeout: Hashable, Sendable {
    package let milliseconds: Int32

    private init(milliseconds: Int32) { self.milliseconds = milliseconds }

    package static let forever = PollTimeout(milliseconds: -1)
    package static let none = PollTimeout(milliseconds: 0)

    /// Returns the timeout for some nanoseconds; not positive means no wait.
    ///
    /// A wait longer than 24 days ends early.
    package static func nanoseconds(_ nanoseconds: Int64) -> PollTimeout {
        guard nanoseconds > 0 else { return .none }
        let milliseconds = (nanoseconds - 1) / 1_000_000 + 1
        return PollTimeout(milliseconds: Int32(clamping: milliseconds))
    }

    package static func duration(_ duration: Duration) -> PollTimeout {
        nanoseconds(duration.saturatedNanoseconds)
    }

    package static func until(_ deadline: MonotonicTime, from now: MonotonicTime) -> PollTimeout {
        let (difference, overflow) = deadline.nanoseconds.subtractingReportingOverflow(now.nanoseconds)
        return nanoseconds(overflow ? (deadline < now ? 0 : .max) : difference)
    }
}

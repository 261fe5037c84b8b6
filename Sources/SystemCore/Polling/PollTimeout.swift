/// How long a wait may last, as the kernel counts: in milliseconds, rounded up.
///
/// Rounded down, a wait for the last part of a millisecond would return at once, again and again until it had passed.
package struct PollTimeout: Hashable, Sendable {
    package let milliseconds: Int32

    private init(milliseconds: Int32) { self.milliseconds = milliseconds }

    package static let forever = PollTimeout(milliseconds: -1)
    package static let none = PollTimeout(milliseconds: 0)

    /// What is over already does not wait; what the kernel cannot count to ends early, after weeks.
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

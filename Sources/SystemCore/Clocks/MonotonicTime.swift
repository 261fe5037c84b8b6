/// A time on the monotonic clock, which never goes back and is unrelated to the date.
package struct MonotonicTime: Hashable, Sendable {
    /// Nanoseconds since a start that all processes of this machine share until the machine reboots.
    package let nanoseconds: Int64

    @inlinable
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @inlinable
    package static func == (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds == right.nanoseconds }

    /// Returns the time after an interval, clamped to the range of the clock: a wait of centuries never ends.
    @inlinable
    package func advanced(byNanoseconds interval: Int64) -> MonotonicTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(interval)
        return MonotonicTime(nanoseconds: overflow ? (interval < 0 ? .min : .max) : sum)
    }

    @inlinable
    package static func + (time: MonotonicTime, interval: Duration) -> MonotonicTime {
        time.advanced(byNanoseconds: interval.saturatedNanoseconds)
    }

    @inlinable
    package static func - (later: MonotonicTime, earlier: MonotonicTime) -> Duration {
        .nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds)
    }
}

extension MonotonicTime: Comparable {
    @inlinable
    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}

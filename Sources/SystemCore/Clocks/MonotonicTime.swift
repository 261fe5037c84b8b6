/// A moment on the clock that never goes back and says nothing about the date.
package struct MonotonicTime: Hashable, Sendable {
    /// Since some start that is the same for all of this machine's processes until it reboots.
    package let nanoseconds: Int64

    @inlinable
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @inlinable
    package static func == (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds == right.nanoseconds }

    /// The same moment, saturating: a wait of centuries is a moment that never comes.
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

import SystemCore

/// The schedule of refreshes: the first change at once, and then at most one refresh in each interval.
struct RefreshThrottle {
    static let interval = Duration.milliseconds(40)

    private var last: MonotonicTime?
    private var isDue = false

    /// When a refresh is due; nil if nothing has changed since the last one.
    var deadline: MonotonicTime? {
        isDue ? last.map { $0 + RefreshThrottle.interval } ?? MonotonicTime(nanoseconds: 0) : nil
    }

    /// Records a change.
    mutating func note() { isDue = true }

    /// Returns whether a refresh is due now, and records it.
    mutating func take(at now: MonotonicTime) -> Bool {
        guard let deadline, deadline <= now else { return false }
        (last, isDue) = (now, false)
        return true
    }
}

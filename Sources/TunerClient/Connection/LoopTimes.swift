import SystemCore

/// The timers of the event loop; nil means that a timer is not set.
struct LoopTimes {
    /// When to declare and subscribe to new subjects.
    var follow: MonotonicTime?
    /// When to retry the declarations that failed with a temporary error.
    var declare: MonotonicTime?
    /// When to report the program's faults to the daemon.
    var report: MonotonicTime?
    /// When to write the values file.
    var file: MonotonicTime?
    /// When to send the next ping.
    var ping: MonotonicTime?
    /// The deadline for a ping's response or for a complete connection, after which the state is `lost`.
    var response: MonotonicTime?

    /// The earliest timer, except for the ping, which is only used while pings are wanted.
    var next: MonotonicTime? {
        [follow, declare, report, file, response].compactMap(\.self).min()
    }

    /// Returns whether a timer is due, and then clears the timer.
    mutating func consume(_ time: WritableKeyPath<LoopTimes, MonotonicTime?>, at now: MonotonicTime) -> Bool {
        guard let due = self[keyPath: time], due <= now else { return false }
        self[keyPath: time] = nil
        return true
    }

    /// Clears the timers of a connection that has ended.
    mutating func endConnection() {
        (follow, declare, report, ping, response) = (nil, nil, nil, nil, nil)
    }
}

import SystemCore

/// When the thread that talks to the daemon has something to do, whatever comes meanwhile.
struct LoopTimes {
    /// When the daemon is looked for.
    var connect: MonotonicTime?
    /// When what was declared last is told: with what is declared just behind it.
    var follow: MonotonicTime?
    /// When the daemon is told again of what it could not take.
    var declare: MonotonicTime?
    /// When the values file is written.
    var file: MonotonicTime?
    /// When the daemon is asked next whether it is well.
    var ping: MonotonicTime?
    /// Until when the daemon must answer, or counts as lost.
    var answer: MonotonicTime?
    /// Until when a connection must have begun, or another one is tried.
    var begin: MonotonicTime?

    /// The first of all but the ping's, which counts only where somebody wants to know.
    var next: MonotonicTime? {
        [connect, follow, declare, file, answer, begin].compactMap(\.self).min()
    }

    /// Whether a time has come; it comes once.
    mutating func take(_ time: WritableKeyPath<LoopTimes, MonotonicTime?>, at now: MonotonicTime) -> Bool {
        guard let due = self[keyPath: time], due <= now else { return false }
        self[keyPath: time] = nil
        return true
    }

    /// Nothing is to be done any more for a connection that has ended.
    mutating func endConnection() {
        (follow, declare, ping, answer, begin) = (nil, nil, nil, nil, nil)
    }
}

import SystemCore

/// When the message began that has not ended: a value.
struct MessageClock {
    private var start: MonotonicTime?

    /// Whether a message has begun and not ended.
    var isRunning: Bool { start != nil }

    /// Takes note whether a message is unfinished after `completed` others were whole.
    mutating func update(isInsideMessage: Bool, completed: Int, at now: MonotonicTime) {
        if !isInsideMessage {
            start = nil
        } else if completed > 0 || start == nil {
            start = now
        }
    }

    /// Begins the time anew: nothing was read from the peer for a while, and now it is again.
    mutating func restart(at now: MonotonicTime) {
        if start != nil {
            start = now
        }
    }

    /// Returns when the message must have ended; nil if none has begun.
    func deadline(after limit: Duration) -> MonotonicTime? {
        start.map { $0 + limit }
    }
}

import SystemCore

/// The time at which the unfinished message of a connection began.
struct MessageClock {
    private var start: MonotonicTime?

    /// Whether a message has begun and not ended.
    var isRunning: Bool { start != nil }

    /// Records whether a message is unfinished after `completed` complete messages.
    mutating func update(isInsideMessage: Bool, completed: Int, at now: MonotonicTime) {
        if !isInsideMessage {
            start = nil
        } else if completed > 0 || start == nil {
            start = now
        }
    }

    /// Restarts the time limit of the unfinished message, because nothing was read from the peer for a while.
    mutating func restart(at now: MonotonicTime) {
        if start != nil {
            start = now
        }
    }

    /// Returns when the message must have ended; nil if no message has begun.
    func deadline(after limit: Duration) -> MonotonicTime? {
        start.map { $0 + limit }
    }
}

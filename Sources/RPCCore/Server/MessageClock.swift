import SystemCore

/// Sees that a message which began also ends in time.
struct MessageClock {
    private var start: MonotonicTime?
    /// At most one timer a connection: it looks again when it fires early.
    private var timer: TimerHeap.ID?

    /// Notes whether a message is unfinished after `completed` others were whole.
    mutating func update(
        isInsideMessage: Bool,
        completed: Int,
        _ limit: Duration,
        _ connection: Connection,
        _ loop: EventLoop
    ) {
        guard isInsideMessage else {
            start = nil
            return
        }
        if completed > 0 || start == nil {
            start = loop.now
        }
        if timer == nil {
            schedule(at: loop.now + limit, connection, loop)
        }
    }

    /// Begins the time anew: nothing was read from the peer for a while, and now it is again.
    mutating func restart(at now: MonotonicTime) {
        if start != nil {
            start = now
        }
    }

    /// Whether the time is over, when the timer fired; else it is set again.
    mutating func isOver(_ limit: Duration, isPaused: Bool, _ connection: Connection, _ loop: EventLoop) -> Bool {
        timer = nil
        guard let start else { return false }
        let deadline = (isPaused ? loop.now : start) + limit
        guard deadline > loop.now else { return true }
        schedule(at: deadline, connection, loop)
        return false
    }

    mutating func cancel(on loop: EventLoop) {
        if let timer {
            loop.cancel(timer)
        }
        timer = nil
        start = nil
    }

    private mutating func schedule(at deadline: MonotonicTime, _ connection: Connection, _ loop: EventLoop) {
        timer = loop.schedule(at: deadline) { [weak connection] in
            connection?.checkMessageTime()
        }
    }
}

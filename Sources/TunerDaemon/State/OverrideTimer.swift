import LoopCore
import RPCCore
import StateCore

/// The timer for the end of the next override.
struct OverrideTimer {
    private let loop: EventLoop
    private var next: (timer: TimerHeap.ID, end: Moment)?

    /// The longest wait in milliseconds.
    ///
    /// It is short because the system clock may be set during the wait.
    private static let longestWait: Int64 = 60_000

    init(on loop: EventLoop) { self.loop = loop }

    /// Schedules `action` for the time `end`, or cancels the timer if `end` is nil.
    ///
    /// The timer may fire early. The caller must then schedule it again.
    mutating func schedule(
        for end: Moment?,
        by states: StateVersions,
        noEarlierThan milliseconds: Int64,
        _ action: @escaping () -> Void
    ) {
        guard end != next?.end else { return }
        if let next {
            loop.cancel(next.timer)
        }
        next = end.map { end in
            let wait = min(end.milliseconds - states.now.milliseconds, OverrideTimer.longestWait)
            return (loop.schedule(after: .milliseconds(max(milliseconds, wait)), action), end)
        }
    }

    /// Notes that the timer has fired.
    mutating func noteFired() { next = nil }
}

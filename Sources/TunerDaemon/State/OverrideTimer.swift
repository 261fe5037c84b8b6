import RPCCore
import StateCore

/// The timer for the end of the next override: a value.
struct OverrideTimer {
    private let loop: EventLoop
    private var next: (timer: TimerHeap.ID, end: Moment)?

    /// A wait is bounded, since somebody may set the calendar meanwhile.
    private static let longestWait: Int64 = 60_000

    init(on loop: EventLoop) { self.loop = loop }

    /// Calls `action` when an override ends, or stops waiting where there is none.
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

    /// Notes that the timer has called its action.
    mutating func noteFired() { next = nil }
}

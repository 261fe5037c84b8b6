import LoopCore
import RPCCore
import StateCore

/// Ends temporary values and overrides when their time is over.
final class DeadlineTimer {
    private let writer: StateWriter
    private let states: StateVersions
    private let loop: EventLoop
    /// The scheduled timer, and the end that it was scheduled for.
    private var next: (timer: TimerHeap.ID, end: Moment)?

    /// The longest wait in milliseconds.
    ///
    /// It is short because the system clock may be set during the wait.
    private static let longestWait: Int64 = 60_000

    init(_ writer: StateWriter, _ states: StateVersions, on loop: EventLoop) {
        self.writer = writer
        self.states = states
        self.loop = loop
    }

    /// Ends the values and overrides that expired before the start.
    func begin() {
        if let end = states.nextDeadline, end <= states.now {
            revert()
        }
        schedule()
    }

    /// Schedules the timer again if a mutation of this turn may have changed the next end.
    func endTurn() {
        if writer.takeMayHaveMovedEnds() {
            schedule()
        }
    }

    /// Schedules the timer for the next end in the newest state.
    ///
    /// The timer may fire early; a later call then schedules it again.
    func schedule(noEarlierThan milliseconds: Int64 = 1) {
        let end = states.nextDeadline
        guard end != next?.end else { return }
        if let next {
            loop.cancel(next.timer)
        }
        next = end.map { end in
            let wait = min(end.milliseconds - states.now.milliseconds, DeadlineTimer.longestWait)
            let timer = loop.schedule(after: .milliseconds(max(milliseconds, wait))) { [unowned self] in
                next = nil
                revert()
            }
            return (timer, end)
        }
    }

    private func revert() {
        do {
            try writer.perform(.revert, by: Author(actor: .daemon))
        } catch {
            preconditionFailure("what was stored before may be stored again: \(error)")
        }
    }
}

import Synchronization
package import SystemCore

/// The current activity of the event loop, for a watchdog thread.
///
/// The event loop only stores these values and never waits for a lock. So a reader may see the beginning of one turn
/// together with an activity of the next turn.
package final class LoopPulse: Sendable {
    private static let waiting: Int64 = .min

    /// When the present turn began, in nanoseconds, or ``waiting``.
    private let turn = Atomic<Int64>(LoopPulse.waiting)
    /// The number of the last activity that began in this turn, or -1.
    private let activity = Atomic<Int>(-1)

    package init() {}

    /// When the present turn began; nil while the event loop waits for events.
    package var turnBegan: MonotonicTime? {
        let nanoseconds = turn.load(ordering: .relaxed)
        return nanoseconds == LoopPulse.waiting ? nil : MonotonicTime(nanoseconds: nanoseconds)
    }

    /// The number of the last activity that began in this turn; nil if there is none.
    ///
    /// The owner of the loop decides what the numbers mean. For an RPC server they are indexes of its method table.
    package var lastActivity: Int? {
        let number = activity.load(ordering: .relaxed)
        return number < 0 ? nil : number
    }

    @inline(__always)
    func beginTurn(at now: MonotonicTime) {
        activity.store(-1, ordering: .relaxed)
        turn.store(now.nanoseconds, ordering: .relaxed)
    }

    @inline(__always)
    func endTurn() {
        turn.store(LoopPulse.waiting, ordering: .relaxed)
    }

    /// Records an activity that begins.
    package func begin(_ number: Int) {
        activity.store(number, ordering: .relaxed)
    }
}

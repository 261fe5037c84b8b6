import Synchronization
package import SystemCore

/// The current activity of the event loop, for a watchdog thread.
///
/// The event loop only stores these values and never waits for a lock. So a reader may see the beginning of one turn
/// together with a method of the next turn.
package final class LoopPulse: Sendable {
    private static let waiting: Int64 = .min

    /// When the present turn began, in nanoseconds, or ``waiting``.
    private let turn = Atomic<Int64>(LoopPulse.waiting)
    /// The index of the last method that was called in this turn, or -1.
    private let method = Atomic<Int>(-1)

    package init() {}

    /// When the present turn began; nil while the event loop waits for events.
    package var turnBegan: MonotonicTime? {
        let nanoseconds = turn.load(ordering: .relaxed)
        return nanoseconds == LoopPulse.waiting ? nil : MonotonicTime(nanoseconds: nanoseconds)
    }

    /// The index in the server's method table of the last method that was called in this turn; nil if there is none.
    package var lastMethod: Int? {
        let position = method.load(ordering: .relaxed)
        return position < 0 ? nil : position
    }

    @inline(__always)
    func beginTurn(at now: MonotonicTime) {
        method.store(-1, ordering: .relaxed)
        turn.store(now.nanoseconds, ordering: .relaxed)
    }

    @inline(__always)
    func endTurn() {
        turn.store(LoopPulse.waiting, ordering: .relaxed)
    }

    @inline(__always)
    func call(_ position: Int) {
        method.store(position, ordering: .relaxed)
    }
}

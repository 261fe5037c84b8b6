import Synchronization
package import SystemCore

/// What the loop's thread is doing, for a thread that watches it.
///
/// The loop's thread only stores, and never waits: a watcher that looks in between may see the turn of one moment and the
/// method of the next.
package final class LoopPulse: Sendable {
    private static let waiting: Int64 = .min

    /// When the present turn began, in nanoseconds.
    private let turn = Atomic<Int64>(LoopPulse.waiting)
    /// The position of the method that was called last in this turn, or -1.
    private let method = Atomic<Int>(-1)

    /// A loop that waits.
    package init() {}

    /// When the present turn began; nil while the loop waits for something to do.
    package var turnBegan: MonotonicTime? {
        let nanoseconds = turn.load(ordering: .relaxed)
        return nanoseconds == LoopPulse.waiting ? nil : MonotonicTime(nanoseconds: nanoseconds)
    }

    /// The position in the server's table of the method that was called last in this turn.
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

import LoopCore
import SystemCore

/// The timer for the next deadline of a connection.
struct PeerTimer {
    private var timer: (id: TimerHeap.ID, time: UInt64)?

    /// Whether the timer must be set for a deadline.
    ///
    /// A deadline after the set one needs no new timer: the old one then finds that nothing is due.
    func isLater(than deadline: UInt64) -> Bool { deadline < timer?.time ?? .max }

    /// Sets the timer; `action` must call `hasFired`.
    mutating func set(to deadline: UInt64, on loop: EventLoop, _ action: @escaping () -> Void) {
        cancel(on: loop)
        let time = MonotonicTime(nanoseconds: Int64(clamping: deadline))
        timer = (loop.schedule(at: time, action), deadline)
    }

    mutating func hasFired() { timer = nil }

    mutating func cancel(on loop: EventLoop) {
        if let timer {
            loop.cancel(timer.id)
        }
        timer = nil
    }
}

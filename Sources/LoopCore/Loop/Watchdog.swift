import Synchronization
package import SystemCore

/// A thread that reports each turn of the event loop that takes too long, once, while the turn still runs.
///
/// The watchdog does not depend on the event loop's thread, which may be stuck forever. It reports a turn as soon as
/// the turn reaches the limit:
/// - While turns are short, the thread wakes up once every `limit`. So it sees each long turn before that turn reaches
///   the limit.
/// - For a turn that it sees, the thread wakes up again when that turn would reach the limit.
package struct Watchdog: ~Copyable {
    private let thread: KernelThread
    private let state: State

    private final class State: Sendable {
        let bell = Doorbell()
        let isStopped = Atomic<Bool>(false)
    }

    /// Creates a watchdog, and starts its thread.
    ///
    /// The thread calls `report` with the last activity that the turn began; nil if it began none.
    package init(
        _ pulse: LoopPulse,
        limit: Duration,
        report: @escaping @Sendable (_ lastActivity: Int?) -> Void
    ) throws(SystemError) {
        let state = State()
        self.state = state
        thread = try KernelThread {
            var reported: MonotonicTime?
            while !state.isStopped.load(ordering: .acquiring) {
                let now = Kernel.monotonicTime()
                guard let began = pulse.turnBegan, began != reported else {
                    state.bell.wait(until: now + limit)
                    continue
                }
                guard now >= began + limit else {
                    state.bell.wait(until: began + limit)
                    continue
                }
                report(pulse.lastActivity)
                reported = began
            }
        }
    }

    /// Stops the thread, and returns after it has ended.
    package consuming func stop() {
        state.isStopped.store(true, ordering: .releasing)
        state.bell.ring()
        thread.join()
    }
}

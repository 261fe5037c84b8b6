import Synchronization
package import SystemCore

/// A thread that reports a turn of the event loop which takes too long, once, while the turn goes on.
///
/// It needs nothing of the loop's thread, which may be stuck for good. A turn is reported as soon as it has taken the
/// limit: the thread looks once a limit while turns are short, and so before any turn has taken so long, and again at the
/// moment at which the turn that it sees will have.
package struct Watchdog: ~Copyable {
    private let thread: KernelThread
    private let state: State

    private final class State: Sendable {
        let bell = Doorbell()
        let isStopped = Atomic<Bool>(false)
    }

    /// Watches at once; `report` is called on the thread, with the method that was called last in the turn.
    package init(
        _ pulse: LoopPulse,
        limit: Duration,
        report: @escaping @Sendable (_ lastMethod: Int?) -> Void
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
                report(pulse.lastMethod)
                reported = began
            }
        }
    }

    /// Stops watching, and returns when the thread has ended.
    package consuming func stop() {
        state.isStopped.store(true, ordering: .releasing)
        state.bell.ring()
        thread.join()
    }
}

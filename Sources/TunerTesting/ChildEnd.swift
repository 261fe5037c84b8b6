import Synchronization
import SystemCore

/// The end of a child process, for which a separate thread waits.
///
/// A task must not wait for a process itself: it would occupy a thread that other tasks need.
final class ChildEnd: Sendable {
    private struct State {
        var hasEnded = false
        var end: ProcessEnd?
        var tasks: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Starts the thread that waits for a child process.
    init(of processID: Int32) throws(SystemError) {
        try KernelThread { [self] in finish(try? Kernel.waitForEnd(ofChild: processID)) }.detach()
    }

    /// How the process has ended; nil while it runs, and if another part of this program received its end.
    var end: ProcessEnd? { state.withLock(\.end) }

    /// Whether the process has ended.
    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Waits until the process has ended.
    func wait() async {
        await withCheckedContinuation { task in
            let mustWait = state.withLock { state in
                if !state.hasEnded { state.tasks.append(task) }
                return !state.hasEnded
            }
            if !mustWait { task.resume() }
        }
    }

    private func finish(_ end: ProcessEnd?) {
        let tasks = state.withLock { state in
            (state.hasEnded, state.end) = (true, end)
            return state.tasks
        }
        for task in tasks { task.resume() }
    }
}

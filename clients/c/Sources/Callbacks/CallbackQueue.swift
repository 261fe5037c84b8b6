import Synchronization
import SystemCore

/// The callbacks of a client, which run one at a time in the order in which they became due.
final class CallbackQueue: Sendable {
    /// A due callback.
    private enum Due {
        case observer(UInt64)
        case fault(String)
    }

    private struct State {
        var observers: [UInt64: Observer] = [:]
        var due: [Due] = []
        var dueObservers: Set<UInt64> = []
        /// The callback that runs; 0 for a fault.
        var running: UInt64?
        var hasThread = false
        var isClosed = false
        /// The threads that wait for the end of a callback or of the thread.
        var waiting: [Doorbell] = []
    }

    /// The number of faults that wait for a program that does not poll.
    private static let maxFaults = 100
    private static let lastID = Atomic<UInt64>(0)
    /// The address of the callback that this thread runs, for comparisons only.
    private static let current = ThreadSlot()

    let isPolled: Bool
    private let onFault: (@Sendable (String) -> Void)?
    private let state = KernelMutex(State())
    private let wakeup = try? Wakeup()

    init(isPolled: Bool, onFault: (@Sendable (String) -> Void)?) {
        self.isPolled = isPolled
        self.onFault = onFault
    }

    /// The descriptor that is readable while a callback is due; -1 if the process has no free one.
    var descriptor: Int32 { wakeup?.descriptor.raw ?? -1 }

    /// Returns a number for a new observer.
    static func newID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Whether this thread runs a callback of any client.
    static var isInCallback: Bool { unsafe current.pointer != nil }

    // MARK: Adding and removing

    func add(_ observer: Observer) {
        state.withLock { $0.observers[observer.id] = observer }
        startThread()
    }

    /// Removes an observer, and waits until its callback does not run, unless this thread runs it.
    func remove(_ observer: Observer) {
        observer.stop()
        let id = observer.id
        state.withLock { $0.observers[id] = nil }
        guard !isCurrent(id) else { return }
        wait { $0.running != id }
    }

    /// Removes all observers, and waits until no callback runs, unless this thread runs it.
    func close() {
        let observers = state.withLock { state in
            state.isClosed = true
            state.due = []
            defer { state.observers = [:] }
            return Array(state.observers.values)
        }
        for observer in observers { observer.stop() }
        wakeup?.signal()
        let isInside = state.withLock(\.running).map { isCurrent($0) } ?? false
        if !isInside { wait { $0.running == nil && !$0.hasThread } }
    }

    private func isCurrent(_ id: UInt64) -> Bool { unsafe CallbackQueue.current.pointer == mark(id) }

    private func mark(_ id: UInt64) -> UnsafeMutableRawPointer? {
        // A fault has the address of its queue.
        id == 0
            ? unsafe Unmanaged.passUnretained(self).toOpaque()
            : unsafe UnsafeMutableRawPointer(bitPattern: UInt(id) << 4 | 1)
    }

    private func wait(until isOver: (State) -> Bool) {
        let doorbell = Doorbell()
        while true {
            let mustWait = state.withLock { state in
                guard !isOver(state) else { return false }
                state.waiting.append(doorbell)
                return true
            }
            guard mustWait else { return }
            doorbell.wait()
        }
    }

    // MARK: Becoming due

    /// Notes that the callback of an observer must run.
    func enqueue(_ id: UInt64) {
        let isNew = state.withLock { state in
            guard state.observers[id] != nil, state.dueObservers.insert(id).inserted else { return false }
            state.due.append(.observer(id))
            return true
        }
        if isNew { wakeup?.signal() }
    }

    /// Passes a fault to the program later.
    func report(_ fault: String) {
        state.withLock { state in
            guard !state.isClosed, state.due.count < CallbackQueue.maxFaults + state.dueObservers.count else { return }
            state.due.append(.fault(fault))
        }
        startThread()
        wakeup?.signal()
    }

    // MARK: Running

    /// Runs the callbacks that are due now, and returns their number.
    func poll() -> Int {
        guard !CallbackQueue.isInCallback else { return 0 }
        wakeup?.drain()
        var count = 0
        for _ in 0..<state.withLock(\.due.count) where runNext() { count += 1 }
        if state.withLock({ !$0.due.isEmpty && $0.running == nil }) { wakeup?.signal() }
        return count
    }

    /// Runs the first due callback; returns false if there is none, or if another thread runs one.
    private func runNext() -> Bool {
        let next: (due: Due, observer: Observer?)? = state.withLock { state in
            while state.running == nil, !state.due.isEmpty {
                let due = state.due.removeFirst()
                guard case .observer(let id) = due else {
                    state.running = 0
                    return (due, nil)
                }
                state.dueObservers.remove(id)
                guard let observer = state.observers[id] else { continue }
                state.running = id
                return (due, observer)
            }
            return nil
        }
        guard let next else { return false }
        unsafe CallbackQueue.current.set(mark(next.observer?.id ?? 0))
        var hasRun = true
        switch next.due {
        case .observer: hasRun = next.observer?.run() ?? false
        case .fault(let text): onFault?(text)
        }
        unsafe CallbackQueue.current.set(nil)
        end { $0.running = nil }
        return hasRun
    }

    /// Changes the state, and wakes the threads that wait for a change.
    private func end(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for doorbell in waiting { doorbell.ring() }
    }

    // MARK: The thread

    /// Starts the thread that runs the callbacks, if the program does not poll.
    private func startThread() {
        guard !isPolled, let wakeup else { return }
        let mustStart = state.withLock { state in
            guard !state.hasThread, !state.isClosed else { return false }
            state.hasThread = true
            return true
        }
        guard mustStart else { return }
        let thread = try? KernelThread { [self] in
            while !state.withLock(\.isClosed) {
                _ = try? Kernel.wait(for: .readable, on: wakeup.descriptor, .forever)
                wakeup.drain()
                while state.withLock({ !$0.isClosed && !$0.due.isEmpty }) { _ = runNext() }
            }
            end { $0.hasThread = false }
        }
        if let thread { thread.detach() } else { state.withLock { $0.hasThread = false } }
    }
}

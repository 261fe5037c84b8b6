import ClientCore
import SystemCore
import TunerAPI

/// A backend that exchanges messages with the daemon on its own thread.
final class DaemonBackend: Backend {
    /// The requests of the program to the thread.
    struct Inbox {
        typealias Write = (request: WriteRequest, finish: @Sendable (Result<Void, TunerError>) -> Void)

        var hasDeclared = false
        var hasMoved = false
        var writes: [Write] = []
        var waits: [ReadyWait] = []
        var closers: [@Sendable () -> Void] = []
        var isClosing = false
        /// Whether the thread has ended, or could not start.
        var hasEnded = false
    }

    let status: ConnectionStatus
    private let inbox = KernelMutex(Inbox())
    private let wakeup: Wakeup?
    let settings: DaemonLink.Settings
    let file: ValuesFile?
    let store: CellStore
    let faults: FaultReporter

    /// Creates a backend, without starting its thread.
    init(_ options: TunerOptions, _ file: ValuesFile?, _ store: CellStore, _ faults: FaultReporter) {
        // Read the environment now, on the thread that creates the tuner.
        settings = DaemonLink.Settings(options)
        // In a world, store no values: they are not meant for a later start without a daemon.
        self.file = settings.world == nil ? file : nil
        self.store = store
        self.faults = faults
        let wakeup = try? Wakeup()
        self.wakeup = wakeup
        status = ConnectionStatus(.connecting) { wakeup?.signal() }
    }

    /// Starts the thread.
    func start() {
        guard let wakeup else { return fail("the process has no free file descriptor") }
        do throws(SystemError) {
            // Detach the thread: it ends after the backend is closed, and nothing joins it.
            try KernelThread { [self] in DaemonLoop(self, wakeup).run() }.detach()
        } catch {
            fail("\(error)")
        }
    }

    func declared(_ subject: CellSubject) {
        let isFirst = inbox.withLock { inbox in
            defer { inbox.hasDeclared = true }
            return !inbox.hasDeclared
        }
        if isFirst { wakeup?.signal() }
    }

    func moved() {
        inbox.withLock { $0.hasMoved = true }
        wakeup?.signal()
    }

    func refused() { wakeup?.signal() }

    func send(_ request: WriteRequest, _ finish: @escaping @Sendable (Result<Void, TunerError>) -> Void) {
        let isTaken = inbox.withLock { inbox in
            guard !inbox.hasEnded, !inbox.isClosing else { return false }
            inbox.writes.append((request, finish))
            return true
        }
        guard isTaken else { return finish(.failure(.notConnected)) }
        wakeup?.signal()
    }

    func wait(_ wait: ReadyWait) {
        let isTaken = inbox.withLock { inbox in
            guard !inbox.hasEnded, !inbox.isClosing else { return false }
            inbox.waits.append(wait)
            return true
        }
        guard isTaken else { return wait.finish(.failure(.notConnected)) }
        wakeup?.signal()
    }

    func close(_ finish: @escaping @Sendable () -> Void) {
        let isTaken = inbox.withLock { inbox in
            guard !inbox.hasEnded else { return false }
            inbox.isClosing = true
            inbox.closers.append(finish)
            return true
        }
        guard isTaken else { return finish() }
        wakeup?.signal()
    }

    /// Returns the new requests, on the backend's thread.
    func takeInbox() -> Inbox {
        inbox.withLock { inbox in
            let taken = inbox
            (inbox.hasDeclared, inbox.hasMoved) = (false, false)
            inbox.writes = []
            inbox.waits = []
            return taken
        }
    }

    /// Refuses all further requests, and returns those that the thread has not seen.
    func end() -> Inbox {
        inbox.withLock { inbox in
            inbox.hasEnded = true
            let taken = inbox
            inbox.writes = []
            inbox.waits = []
            inbox.closers = []
            return taken
        }
    }

    private func fail(_ reason: String) {
        _ = end()
        status.set(.lost(since: .now))
        faults.report(.unreachable(reason: reason))
    }
}

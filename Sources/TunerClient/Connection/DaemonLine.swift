import RPCCore
import Synchronization
import SystemCore
import TunerAPI

/// The daemon at the other end, spoken to by a thread of its own.
final class DaemonLine: Line {
    /// What the program wants of the thread.
    struct Inbox {
        typealias Write = (request: WriteRequest, finish: @Sendable (Result<Void, TunerError>) -> Void)

        var hasDeclared = false
        var writes: [Write] = []
        var closers: [@Sendable () -> Void] = []
        var isClosing = false
        /// The thread has ended, or never began.
        var hasEnded = false
    }

    let status: ConnectionStatus
    private let inbox = Mutex(Inbox())
    private let wakeup: Wakeup?
    private let options: TunerOptions
    private let file: ValuesFile?
    private let store: Store
    private let faults: FaultReporter

    /// Nothing happens yet.
    init(_ options: TunerOptions, _ file: ValuesFile?, _ store: Store, _ faults: FaultReporter) {
        self.options = options
        self.file = file
        self.store = store
        self.faults = faults
        let wakeup = try? Wakeup()
        self.wakeup = wakeup
        status = ConnectionStatus(.connecting) { wakeup?.signal() }
    }

    /// Begins to look for the daemon.
    func start() {
        guard let wakeup else { return fail("no descriptor is left to begin with") }
        let (place, file, store, faults) = (DaemonPlace(options), file, store, faults)
        do throws(SystemError) {
            // The thread holds what it needs, and ends when it is told to: nobody has to wait for it.
            try KernelThread { [self] in
                DaemonLoop(self, wakeup, place, file, store, status, faults).run()
            }.detach()
        } catch {
            fail("\(error)")
        }
    }

    func declared(_ subject: Subject) {
        let isFirst = inbox.withLock { inbox in
            defer { inbox.hasDeclared = true }
            return !inbox.hasDeclared
        }
        if isFirst { wakeup?.signal() }
    }

    func send(_ request: WriteRequest, _ finish: @escaping @Sendable (Result<Void, TunerError>) -> Void) {
        let isTaken = inbox.withLock { inbox in
            guard !inbox.hasEnded, !inbox.isClosing else { return false }
            inbox.writes.append((request, finish))
            return true
        }
        guard isTaken else { return finish(.failure(.notConnected)) }
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

    /// What the program wants now, for the thread.
    func takeInbox() -> Inbox {
        inbox.withLock { inbox in
            let taken = inbox
            inbox.hasDeclared = false
            inbox.writes = []
            return taken
        }
    }

    /// The thread ends, and nothing is taken any more; what came too late to be seen is handed back.
    func end() -> Inbox {
        inbox.withLock { inbox in
            inbox.hasEnded = true
            let taken = inbox
            inbox.writes = []
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

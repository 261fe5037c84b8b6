import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A subscription that reconnects when the daemon restarts, and reports every change once, for one thread that waits.
final class SubjectWatcher {
    /// Whether the daemon has accepted the subscription on the present connection.
    private(set) var isSubscribed = false
    private let daemon: DaemonEndpoint
    private let limit: Duration
    private let reveals: Bool
    private let subject: any WatchedSubject
    private let link: DaemonLink
    private var known = KnownValues()
    /// The changes of the first response; nil before it.
    private var first: [WatchedChange]?
    /// The later changes, which `next` has not returned yet.
    private var changes: [WatchedChange] = []
    /// Why the watcher has ended.
    private var failure: Failure?
    /// An error response without an id, which belongs to no particular call.
    private var unmatchedError: RemoteError?

    /// Creates a watcher, without connecting yet.
    init(_ daemon: DaemonEndpoint, _ options: GlobalOptions, _ subject: any WatchedSubject) {
        self.daemon = daemon
        self.subject = subject
        reveals = options.reveals
        limit = options.timeout ?? DaemonEndpoint.patience
        link = daemon.link(within: limit)
    }

    /// Whether `next` returns or throws at once: a poller does not report what was already received.
    var hasMore: Bool { !changes.isEmpty || failure != nil }

    /// When `next` is due even if the socket is not ready; nil if never.
    var deadline: MonotonicTime? { link.deadline }

    /// The longest time for which a poller may wait.
    var timeout: PollTimeout {
        hasMore ? .none : deadline.map { .until($0, from: Kernel.monotonicTime()) } ?? .forever
    }

    /// Connects and subscribes; returns the initial changes that the subject requests.
    func begin() throws(Failure) -> [WatchedChange] {
        let deadline = Kernel.monotonicTime() + limit
        try Failure.system { () throws(SystemError) in
            try run(until: { first != nil || failure != nil }, by: deadline)
        }
        guard let first else { throw failure ?? .timedOut(daemon.path, limit) }
        return first
    }

    /// Waits for changes; returns none after the time has passed.
    func next(within time: Duration) throws(Failure) -> [WatchedChange] {
        let deadline = Kernel.monotonicTime() + time
        try Failure.system { () throws(SystemError) in try run(until: { hasMore }, by: deadline) }
        if changes.isEmpty, let failure { throw failure }
        defer { changes = [] }
        return changes
    }

    /// Makes other calls on the connection; returns nil while the daemon is not reachable.
    func attempt<Result>(_ body: (DaemonConnection) throws(Failure) -> Result?) throws(Failure) -> Result? {
        guard isSubscribed else { return nil }
        do throws(Failure) {
            return try body(DaemonConnection(self, daemon.socket, limit, reveals: reveals))
        } catch {
            switch error {
            case .disconnected, .unreachable, .timedOut: break
            // A request that is too large would be too large again.
            case .refused(let error) where error.kind != ErrorKind.tooLarge.rawValue && link.mayPass(error): break
            default: throw error
            }
            link.drop()
            return nil
        }
    }

    /// Adds the connection, if there is one, to a poller.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        _ = try link.withSocket { (socket, interest) throws(SystemError) in
            try poller.add(socket, token: token, interest: interest)
        }
    }

    // MARK: The link

    /// Handles events until `isDone` returns true or the time has passed; checks for events at least once.
    private func run(until isDone: () -> Bool, by deadline: MonotonicTime) throws(SystemError) {
        while true {
            link.receive { event, text in handle(event, text) }
            link.advance { event, text in handle(event, text) }
            let now = Kernel.monotonicTime()
            guard !isDone(), now < deadline else { return }
            let poller = try Poller(.poll)
            try watch(by: poller, token: 0)
            var events: [PollerEvent] = []
            try poller.wait(.until(min(deadline, link.deadline ?? deadline), from: now), into: &events)
        }
    }

    private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .connected: break
        case .ready: subscribe()
        case .notification(let method, let params):
            do throws(JSONMismatch) {
                guard let update = try subject.read(method, params, in: text) else { return }
                // Subscribe again: the daemon either accepts, or its error explains the end.
                if update.hasEnded { subscribe() } else { changes += known.apply(update) }
            } catch {
                failure = .garbled(daemon.path)
            }
        case .unmatchedError(let error): unmatchedError = error
        case .lost(let fault): endConnection(fault)
        }
    }

    private func subscribe() {
        subject.subscribe(on: link) { [unowned self] result in
            switch result {
            case .success(let update):
                let found = known.apply(update)
                if first == nil { first = found } else { changes += found }
                isSubscribed = true
                link.confirm()
            case .failure(.refused(let error)):
                if first != nil, link.mayPass(error) { link.drop() } else { failure = .refused(error) }
            case .failure(.lost): break
            case .failure: failure = .garbled(daemon.path)
            }
        }
    }

    private func endConnection(_ fault: LinkFault) {
        let wasSubscribed = isSubscribed
        isSubscribed = false
        subject.endConnection()
        if first == nil {
            // A full backlog looks like a daemon that does not respond; the time limit of `begin` ends both.
            if fault != .client(.timedOut) { failure = Failure(fault, daemon.socket, limit) }
        } else if !link.mayPass(fault) {
            failure = Failure(fault, daemon.socket, limit)
        } else if wasSubscribed {
            daemon.noteLostConnection()
        }
    }
}

extension SubjectWatcher: CallChannel {
    func callAll(
        _ calls: [(method: String, params: JSON)],
        within limit: Duration
    ) throws(ClientError) -> [CallOutcome] {
        let deadline = Kernel.monotonicTime() + limit
        var outcomes = [CallOutcome?](repeating: nil, count: calls.count)
        var missing = calls.count
        unmatchedError = nil
        for (index, call) in calls.enumerated() {
            link.call(call.method, call.params) { result, text in
                missing -= 1
                switch result {
                case .success(let range): outcomes[index] = .result(range.value(in: text))
                case .failure(.refused(let error)): outcomes[index] = .error(error)
                case .failure: break
                }
            }
        }
        do throws(SystemError) {
            try run(until: { missing == 0 || unmatchedError != nil }, by: deadline)
        } catch {
            throw .unreachable(error)
        }
        if missing > 0 { throw unmatchedError.map { .refused($0) } ?? .timedOut }
        return outcomes.prefix { $0 != nil }.compactMap(\.self)
    }
}

extension Failure {
    /// Converts the fault of a link into the failure of a command.
    init(_ fault: LinkFault, _ socket: DaemonSocket, _ limit: Duration) {
        switch fault {
        case .noAddress(let fault): self = .noAddress(fault, socket.path)
        case .client(let error): self = Failure(error, socket, limit)
        case .otherProtocol(let version): self = .otherProtocol(socket.path, version)
        case .dropped: self = .disconnected(socket)
        }
    }
}

import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// The thread that talks to the daemon: one connection after the other, and nothing that waits for anything else.
final class DaemonLoop {
    private enum Token {
        static let wakeup: UInt64 = 0
        static let socket: UInt64 = 1
    }

    /// How soon values that changed are written to the file.
    private static let fileDelay = Duration.seconds(1)
    /// How soon what was declared is followed, with what is declared just behind it.
    private static let followDelay = Duration.milliseconds(2)
    /// So much later for each that is followed already, since all are asked for again.
    private static let followDelayForEach = Duration.microseconds(10)
    /// At most so many bytes are read before the changes in them are published.
    private static let mostAtOnce = 4 << 20

    let settings: ConnectionSettings
    let store: Store
    let status: ConnectionStatus
    let faults: FaultReporter
    private let file: ValuesFile?
    private let backend: DaemonBackend
    private let wakeup: Wakeup

    /// What is followed on the present connection, and how far.
    var following = Following()
    /// The subscription to the tunables, over all connections.
    var tunables = Subscription(SubscribeParameters())
    /// The subscription to the flags of each context, over all connections.
    var flags: [FlagContext: Subscription<SubscribeFlagsParameters>] = [:]
    /// What was told since the last publication.
    var news: [(subject: CellSubject, value: JSON?)] = []
    /// Writes that wait for the first connection.
    var waitingWrites: [DaemonBackend.Inbox.Write] = []
    /// Writes that were sent and not answered.
    var sentWrites = SentWrites()
    /// Contexts that the daemon did not take, each told of once.
    var refusedContexts: Set<FlagContext> = []
    var times = LoopTimes()

    var socket: ClientSocket<ResponseHandler>?
    /// Nothing comes of the present connection.
    var mustLose = false
    /// The daemon was asked whether it is well, and has not answered.
    var isPingOut = false
    var reconnection = Reconnection()
    /// What was told last of what keeps the daemon away.
    var lastReason: String?
    /// How many connections were tried since one was complete.
    var tries = 0

    init(_ backend: DaemonBackend, _ wakeup: Wakeup) {
        self.backend = backend
        self.wakeup = wakeup
        (store, status, faults, settings) = (backend.store, backend.status, backend.faults, backend.settings)
        file = backend.file
    }

    /// Goes on until the backend is closed.
    func run() {
        times.connect = Kernel.monotonicTime()
        do throws(SystemError) {
            let poller = try Poller(.poll)
            try poller.add(wakeup.descriptor, token: Token.wakeup, interest: .readable)
            var events: [PollerEvent] = []
            while takeInbox() {
                actInTime()
                try wait(poller, &events)
            }
        } catch {
            faults.report(.unreachable(reason: "\(error)"))
        }
        end()
    }

    /// How long more declarations are waited for: the subscription names every tunable again.
    static func followDelay(for tunables: Int) -> Duration {
        max(followDelay, followDelayForEach * tunables)
    }

    // MARK: A turn

    /// Does what the program wants; answers whether it goes on.
    private func takeInbox() -> Bool {
        wakeup.drain()
        let inbox = backend.takeInbox()
        if following.isGreeted {
            if inbox.hasDeclared, times.follow == nil {
                let count = tunables.parameters.keys?.count ?? 0
                times.follow = Kernel.monotonicTime() + DaemonLoop.followDelay(for: count)
            }
            if !inbox.writes.isEmpty, store.count > following.declaredCount {
                // What is written is to be declared before, with its bounds, whoever of the program has declared it.
                times.follow = nil
                follow()
            }
        }
        for write in inbox.writes { take(write) }
        return !inbox.isClosing
    }

    private func actInTime() {
        let now = Kernel.monotonicTime()
        if times.take(\.connect, at: now) { connect() }
        if times.take(\.follow, at: now) { follow() }
        if times.take(\.declare, at: now) { declareAgain() }
        if times.take(\.file, at: now) { writeFile() }
        sentWrites.giveUp(at: now)
        if times.take(\.answer, at: now) { countAsLost() }
        if times.take(\.begin, at: now) { lose() }
        ping(at: now)
    }

    private func wait(_ poller: borrowing Poller, _ events: inout [PollerEvent]) throws(SystemError) {
        let next = [times.next, sentWrites.nextDeadline, wantsPing ? times.ping : nil].compactMap(\.self).min()
        let timeout = next.map { PollTimeout.until($0, from: Kernel.monotonicTime()) } ?? .forever
        guard let socket else { return try poller.wait(timeout, into: &events) }
        guard let isFlushed = try? socket.flush() else { return lose() }
        try socket.withSocket { (socket) throws(SystemError) in
            try poller.add(socket, token: Token.socket, interest: isFlushed ? .readable : [.readable, .writable])
            try poller.wait(timeout, into: &events)
            try poller.remove(socket)
        }
        guard events.contains(where: { $0.token == Token.socket }) else { return }
        read(socket)
    }

    private func read(_ socket: ClientSocket<ResponseHandler>) {
        let received = try? socket.receive(atMost: DaemonLoop.mostAtOnce)
        socket.read { event, text in
            switch event {
            case .result(let take, let result): take(.success(result), text)
            case .refusal(let take?, let error): take(.failure(.refused(error)), text)
            case .refusal(nil, let error): report(Refusal(error))
            case .notification(let method, let params): if let params { take(method, params, text) }
            }
        }
        publish()
        if socket.connection.isGarbled { report("what answers there does not speak JSON-RPC") }
        guard received != nil, !socket.hasEnded, !socket.connection.isGarbled, !mustLose else { return lose() }
        if following.isComplete {
            times.answer = nil
            status.set(.connected)
        }
    }

    /// Publishes what was told, all at once.
    func publish() {
        guard !news.isEmpty else { return }
        store.take(news)
        news = []
        if file != nil, times.file == nil { times.file = Kernel.monotonicTime() + DaemonLoop.fileDelay }
    }

    // MARK: The end

    private func end() {
        let inbox = backend.end()
        publish()
        endConnection()
        failWaitingWrites()
        for write in inbox.writes { write.finish(.failure(.notConnected)) }
        if times.file != nil { writeFile() }
        status.set(.lost(since: .now))
        for closer in inbox.closers { closer() }
    }

    /// Closes the connection, if there is one, and fails its calls.
    func endConnection() {
        let socket = socket
        self.socket = nil
        socket?.failCalls()
    }

    /// Nobody is there to be told of them.
    func failWaitingWrites() {
        let writes = waitingWrites
        waitingWrites = []
        for write in writes { write.finish(.failure(.notConnected)) }
    }

    private func writeFile() {
        file?.write(store.memory(), faults)
    }
}

@available(*, unavailable)
extension DaemonLoop: Sendable {}

import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// The event loop of the background thread, which has at most one connection to the daemon at a time.
final class DaemonLoop {
    private enum Token {
        static let wakeup: UInt64 = 0
        static let socket: UInt64 = 1
    }

    /// The delay between a change and the write of the values file.
    private static let fileDelay = Duration.seconds(1)
    /// The delay before new declarations are sent, so that several are sent together.
    private static let followDelay = Duration.milliseconds(2)
    /// The additional delay for each subscribed tunable, if a new subscription names all of them again.
    private static let followDelayForEach = Duration.microseconds(10)
    /// The limit of bytes to read before the changes in them are published.
    private static let maxAtOnce = 4 << 20

    let settings: DaemonLink.Settings
    let store: CellStore
    let status: ConnectionStatus
    let faults: FaultReporter
    private let file: ValuesFile?
    private let backend: DaemonBackend
    private let wakeup: Wakeup

    /// The progress of the present connection.
    var following = Following()
    /// The subscription to tunables, which later connections resume.
    let tunables = LinkSubscription(SubscribeParameters.reporting)
    /// The subscription to the flags of each context, which later connections start again.
    var flags: [FlagContext: LinkSubscription<SubscribeFlagsParameters>] = [:]
    /// The received values that are not published yet.
    var receivedValues: [(subject: CellSubject, value: JSON?)] = []
    /// The revision of the received tunables, if it is not published yet.
    var receivedRevision: Int64?
    /// What the program has applied and reported on the present connection.
    var applied = AppliedProgress()
    /// The values that the program does not use, after so many changes of faults and refusals.
    var refusedValues: [RefusedValueRecord] = []
    var appliedFaultChanges = 0
    /// The writes that wait for the first connection.
    var waitingWrites: [DaemonBackend.Inbox.Write] = []
    /// The calls that wait until all declarations have values.
    var waits: [ReadyWait] = []
    /// The writes that were sent and have no response yet.
    var sentWrites = SentWrites()
    var refusedContexts = RefusedContexts()
    /// The reported faults that a later connection can find again.
    var repeatedFaults = RepeatedFaults()
    /// Whether the context of a flag has changed since the last subscription.
    var hasMoved = false
    var times = LoopTimes()
    /// The place of the connection's socket in the list of open sockets.
    var socketPlace: Int?

    let link: DaemonLink
    /// Whether a ping has no response yet.
    var isPingOut = false
    /// Whether the last attempt to connect was successful, even if no response followed.
    var isAccepted = false
    /// The last reported reason why the daemon is not reachable.
    var lastReason: String?
    /// The reason of a refusal that is not reported yet, because it may pass; nil after a connection is complete.
    var passingReason: String?

    init(_ backend: DaemonBackend, _ wakeup: Wakeup) {
        self.backend = backend
        self.wakeup = wakeup
        (store, status, faults, settings) = (backend.store, backend.status, backend.faults, backend.settings)
        file = backend.file
        link = DaemonLink(settings)
    }

    /// Runs until the backend is closed.
    func run() {
        do throws(SystemError) {
            let poller = try Poller(.poll)
            try poller.add(wakeup.descriptor, token: Token.wakeup, interest: .readable)
            var events: [PollerEvent] = []
            while takeInbox() {
                runDueWork()
                try wait(poller, &events)
            }
        } catch {
            faults.report(.unreachable(reason: "\(error)"))
        }
        end()
    }

    /// Returns the delay before new declarations are sent; see the constants above.
    static func followDelay(for tunables: Int) -> Duration {
        max(followDelay, followDelayForEach * tunables)
    }

    // MARK: One iteration

    /// Handles the program's requests; returns false when the backend is closed.
    private func takeInbox() -> Bool {
        wakeup.drain()
        let inbox = backend.takeInbox()
        if link.isReady {
            if inbox.hasDeclared, times.follow == nil {
                let count = canExtend ? 0 : tunables.parameters.keys?.count ?? 0
                times.follow = Kernel.monotonicTime() + DaemonLoop.followDelay(for: count)
            }
            let isLate = store.count > following.declaredCount
            if !inbox.writes.isEmpty, isLate || !following.lateKeys.isEmpty {
                // Send the declarations of the whole program before the write, so that the daemon knows the limits, and
                // the subscription, so that the new value arrives before the response to the write.
                times.follow = nil
                follow(replacing: true)
            } else if !inbox.waits.isEmpty, isLate {
                times.follow = nil
                follow()
            }
        }
        hasMoved = hasMoved || inbox.hasMoved
        // One subscription at a time: many changes of a context become few requests.
        if hasMoved, link.isReady, following.missing == 0 { follow() }
        for write in inbox.writes { handle(write) }
        waits += inbox.waits
        return !inbox.isClosing
    }

    private func runDueWork() {
        let now = Kernel.monotonicTime()
        if times.consume(\.follow, at: now) { follow() }
        if times.consume(\.declare, at: now) { declareAgain() }
        if times.consume(\.file, at: now) { writeFile() }
        scheduleReport(at: now)
        if times.consume(\.report, at: now) { reportFaults() }
        reportApplied(at: now)
        sentWrites.giveUp(at: now)
        if times.consume(\.response, at: now) { countAsLost() }
        ping(at: now)
        link.advance { event, text in handle(event, text) }
        endWaits(at: now)
    }

    private func wait(_ poller: borrowing Poller, _ events: inout [PollerEvent]) throws(SystemError) {
        let others = [
            times.next, link.deadline, sentWrites.nextDeadline, wantsPing ? times.ping : nil,
            following.isComplete ? applied.nextLook : nil,
        ]
        let next = (others.compactMap(\.self) + waits.map(\.deadline)).min()
        let timeout = next.map { PollTimeout.until($0, from: Kernel.monotonicTime()) } ?? .forever
        let isConnected: Void? = try link.withSocket { (socket, interest) throws(SystemError) in
            try poller.add(socket, token: Token.socket, interest: interest)
            try poller.wait(timeout, into: &events)
            try poller.remove(socket)
        }
        if isConnected == nil { return try poller.wait(timeout, into: &events) }
        if events.contains(where: { $0.token == Token.socket }) { read() }
    }

    private func read() {
        link.receive(atMost: DaemonLoop.maxAtOnce) { event, text in handle(event, text) }
        publish()
        if following.isComplete {
            times.response = nil
            status.set(.connected)
        }
    }

    /// Publishes all received values together.
    func publish() {
        publishValues()
        if let revision = receivedRevision.take() { applied.receive(revision, at: Kernel.monotonicTime()) }
    }

    private func publishValues() {
        guard !receivedValues.isEmpty else { return }
        store.apply(receivedValues)
        receivedValues = []
        if file != nil, times.file == nil { times.file = Kernel.monotonicTime() + DaemonLoop.fileDelay }
    }

    // MARK: Closing

    private func end() {
        let inbox = backend.end()
        publish()
        forgetSocket()
        link.close()
        failWaitingWrites()
        endWaits(with: .failure(.notConnected))
        for wait in inbox.waits { wait.finish(.failure(.notConnected)) }
        for write in inbox.writes { write.finish(.failure(.notConnected)) }
        if times.file != nil { writeFile() }
        status.set(.lost(since: .now))
        for closer in inbox.closers { closer() }
    }

    /// Fails the writes that wait for the first connection.
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

extension SubscribeParameters {
    /// The parameters of a subscription whose client reports what it has applied.
    fileprivate static var reporting: SubscribeParameters {
        var parameters = SubscribeParameters()
        parameters.reports = true
        return parameters
    }
}

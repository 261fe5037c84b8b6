import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// The start, the loss and the pings of a connection.
extension DaemonLoop {
    private static let pingInterval = Duration.seconds(1)
    /// The time for a ping's response, or for a new connection to become complete; after that the state is `lost`.
    private static let patience = Duration.seconds(2)

    /// Handles an event of the link.
    func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .connected:
            following.isConnected = true
            socketPlace = try? link.withSocket { (socket, _) throws(SystemError) in OpenSockets.add(socket) } ?? nil
            isAccepted = true
            times.response = Kernel.monotonicTime() + DaemonLoop.patience
        case .ready:
            following.missing = 1
            follow()
            countResponse()
        case .notification(let method, let params): handle(method, params, text)
        case .unmatchedError(let error): report(Refusal(error))
        case .lost(let fault):
            report(fault)
            forgetSocket()
            endConnection()
        }
    }

    /// Marks the connection as complete, after all its first requests have responses.
    func complete() {
        times.response = nil
        following.isComplete = true
        link.confirm()
        (lastReason, passingReason, status.lossReason) = (nil, nil, nil)
        let writes = waitingWrites
        waitingWrites = []
        publish()
        status.set(.connected)
        for write in writes { handle(write) }
    }

    /// Removes the socket of the present connection from the list of open sockets, before the link closes it.
    func forgetSocket() {
        if let place = socketPlace.take() { OpenSockets.remove(at: place) }
    }

    /// Forgets the present connection, after its calls have ended.
    private func endConnection() {
        times.endConnection()
        isPingOut = false
        isAccepted = following.isConnected
        sentWrites = SentWrites()
        following = Following()
        (applied, receivedRevision) = (AppliedProgress(), nil)
        tunables.endConnection()
        tunables.parameters.reports = true
        for subscription in flags.values { subscription.endConnection() }
        publish()
        countAsLost()
    }

    /// Sets the state to lost, and fails the writes that wait for the first connection.
    ///
    /// The connection may still be open: a late response sets the state to connected again.
    func countAsLost() {
        status.set(.lost(since: .now))
        failWaitingWrites()
    }

    /// Sends a ping if pings are wanted and one is due.
    func ping(at now: MonotonicTime) {
        guard wantsPing, times.ping.map({ $0 <= now }) ?? true else { return }
        times.ping = now + DaemonLoop.pingInterval
        times.response = now + DaemonLoop.patience
        isPingOut = true
        link.call(API.ping) { [unowned self] _ in isPingOut = false }
    }

    /// Whether to send pings: the connection is complete, the program reads the state, and no ping is pending.
    var wantsPing: Bool { following.isComplete && status.wantsPings && !isPingOut }

    // MARK: Reporting why the daemon is not reachable

    /// Reports why there is no connection, unless a daemon that starts later needs no help.
    private func report(_ fault: LinkFault) {
        // The reason of a dropped connection is known already.
        if case .dropped = fault { return }
        status.lossReason = nil
        switch fault {
        case .noAddress(let fault): report(fault.sentence(about: settings.address.path))
        case .client(.unreachable(let error)) where !error.errno.meansNobodyListens: report("\(error)")
        case .client(.distrusted(let distrust)): report("\(distrust)")
        case .client(.garbled): report("the program that listens there does not speak JSON-RPC")
        case .otherProtocol(let theirs):
            report("it uses protocol version \(theirs), but this program uses version \(API.protocolVersion)")
        case .client(.refused(let error)):
            // The program that created a world creates it again, after a restart of the daemon.
            guard error.kind == ErrorKind.unknownWorld.rawValue, link.mayPass(error) else {
                return report(Refusal(error))
            }
            passingReason = Refusal(error).message
            status.lossReason = passingReason
        case .client, .dropped: break
        }
    }

    /// Reports why the daemon is not reachable, once.
    func report(_ reason: String) {
        status.lossReason = reason
        report(.unreachable(reason: reason), once: reason)
    }

    /// Reports why the daemon refuses subscriptions, once.
    func report(_ refusal: Refusal) {
        status.lossReason = refusal.message
        report(.notFollowed(refusal), once: refusal.message)
    }

    /// Reports a fault, unless an earlier connection has found it too.
    func reportOnce(_ fault: TunerFault) {
        if repeatedFaults.insert(fault) { faults.report(fault) }
    }

    /// Reports a fault, unless the last fault had the same reason.
    func report(_ fault: TunerFault, once reason: String) {
        guard reason != lastReason else { return }
        lastReason = reason
        faults.report(fault)
    }
}

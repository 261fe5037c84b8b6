import ClientCore
import RPCCore
import SystemCore
import TunerAPI

/// The start, the loss and the pings of a connection.
extension DaemonLoop {
    private static let pingInterval = Duration.seconds(1)
    /// The time for a ping's response, or for a new connection to become complete; after that the state is `lost`.
    private static let patience = Duration.seconds(2)
    /// The time after which a connection that is not complete is closed; many declarations on a slow disk need long.
    private static let longestBegin = Duration.seconds(20)
    /// The number of attempts in which the world may be missing before a fault is reported.
    private static let triesWithoutWorld = 6

    /// Connects to the daemon, or schedules another attempt.
    func connect() {
        tries += 1
        do {
            isAccepted = false
            socket = ClientSocket(try settings.connect())
            isAccepted = true
            let now = Kernel.monotonicTime()
            times.answer = now + DaemonLoop.patience
            times.begin = now + DaemonLoop.longestBegin
            greet()
        } catch {
            if case .reported(let reason) = error { report(reason) }
            dropConnection()
        }
    }

    /// Marks the connection as complete, after all its first requests have responses.
    func complete() {
        (times.answer, times.begin) = (nil, nil)
        following.isComplete = true
        reconnection.succeed(at: Kernel.monotonicTime())
        (lastReason, tries) = (nil, 0)
        let writes = waitingWrites
        waitingWrites = []
        publish()
        status.set(.connected)
        for write in writes { handle(write) }
    }

    /// Closes the connection and schedules another attempt.
    func dropConnection() {
        times.endConnection()
        (isPingOut, mustLose) = (false, false)
        endConnection()
        sentWrites = SentWrites()
        following = Following()
        tunables.end()
        for context in flags.keys { flags[context]?.end() }
        publish()
        countAsLost()
        reconnection.fail(at: Kernel.monotonicTime())
        times.connect = reconnection.next
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
        times.answer = now + DaemonLoop.patience
        isPingOut = true
        socket?.call(API.ping, PingParameters()) { [unowned self] _ in isPingOut = false }
    }

    /// Whether to send pings: the connection is complete, the program reads the state, and no ping is unanswered.
    var wantsPing: Bool { socket != nil && following.isComplete && status.wantsPings && !isPingOut }

    // MARK: Reporting why the daemon is not reachable

    /// Reports why the daemon is not reachable, once.
    func report(_ reason: String) {
        report(.unreachable(reason: reason), once: reason)
    }

    /// Reports why the daemon refuses subscriptions, once.
    func report(_ refusal: Refusal) {
        // After a restart of the daemon, the program that created the world creates it again.
        guard refusal.kind != .unknownWorld || tries > DaemonLoop.triesWithoutWorld else { return }
        report(.notFollowed(refusal), once: refusal.message)
    }

    /// Reports a fault, unless the last fault had the same reason.
    func report(_ fault: TunerFault, once reason: String) {
        guard reason != lastReason else { return }
        lastReason = reason
        faults.report(fault)
    }
}

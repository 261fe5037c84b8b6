import ClientCore
import RPCCore
import SystemCore
import TunerAPI

/// Beginning and end of a connection, and whether the daemon at its other end is well.
extension DaemonLoop {
    /// From one ping to the next.
    private static let pingInterval = Duration.seconds(1)
    /// How long the daemon may take to answer before it counts as lost.
    private static let patience = Duration.seconds(2)
    /// How long a connection may take to begin: with many declarations on a slow disk.
    private static let longestBegin = Duration.seconds(20)
    /// So often a world may be missing before that is worth a word.
    private static let triesWithoutWorld = 6

    /// Looks for the daemon.
    func connect() {
        tries += 1
        do {
            socket = ClientSocket(try settings.connect())
            let now = Kernel.monotonicTime()
            times.answer = now + DaemonLoop.patience
            times.begin = now + DaemonLoop.longestBegin
            greet()
        } catch {
            if case .reported(let reason) = error { report(reason) }
            lose()
        }
    }

    /// All that was asked for when the connection began is there.
    func complete() {
        (times.answer, times.begin) = (nil, nil)
        following.isComplete = true
        reconnection.succeed(at: Kernel.monotonicTime())
        (lastReason, tries) = (nil, 0)
        let writes = waitingWrites
        waitingWrites = []
        publish()
        status.set(.connected)
        for write in writes { take(write) }
    }

    /// Gives the connection up, and looks for another one later.
    func lose() {
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

    /// It may still answer, and is then found where it was; until then nothing is written.
    func countAsLost() {
        status.set(.lost(since: .now))
        failWaitingWrites()
    }

    /// Asks whether the daemon is well, where somebody wants to know and it is time.
    func ping(at now: MonotonicTime) {
        guard wantsPing, times.ping.map({ $0 <= now }) ?? true else { return }
        times.ping = now + DaemonLoop.pingInterval
        times.answer = now + DaemonLoop.patience
        isPingOut = true
        socket?.call(API.ping, PingParameters()) { [unowned self] _ in isPingOut = false }
    }

    /// Whether somebody wants to know how the daemon is, and is not just finding out.
    var wantsPing: Bool { socket != nil && following.isComplete && status.wantsPings && !isPingOut }

    // MARK: Telling what keeps the daemon away

    /// Tells of something that keeps the daemon away, once.
    func report(_ reason: String) {
        report(.unreachable(reason: reason), once: reason)
    }

    /// Tells, once, why the daemon lets nothing be followed.
    func report(_ refusal: Refusal) {
        // Who made the world makes it again when the daemon is back.
        guard refusal.kind != .unknownWorld || tries > DaemonLoop.triesWithoutWorld else { return }
        report(.notFollowed(refusal), once: refusal.message)
    }

    /// Tells of a fault, unless it has the same reason as the one before.
    func report(_ fault: TunerFault, once reason: String) {
        guard reason != lastReason else { return }
        lastReason = reason
        faults.report(fault)
    }
}

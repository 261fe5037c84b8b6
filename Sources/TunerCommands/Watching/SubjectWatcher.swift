import ClientCore
import RPCCore
import SystemCore
import TunerAPI

/// Watches a subject for as long as it is asked, over the daemon's ends: what it hands out leaves nothing out.
final class SubjectWatcher {
    /// So many notifications are taken at once at most.
    private static let most = 256

    private let daemon: DaemonEndpoint
    private let limit: Duration
    private var subject: any WatchedSubject
    private var connection: DaemonConnection?
    private var reconnection = Reconnection()
    private var known = KnownValues()

    /// Watches a subject; nothing is asked yet.
    init(_ daemon: DaemonEndpoint, _ options: GlobalOptions, _ subject: any WatchedSubject) {
        self.daemon = daemon
        self.subject = subject
        limit = options.timeout ?? DaemonEndpoint.patience
    }

    /// Whether there is more than was taken last, which a poller does not tell of.
    var hasMore: Bool { connection?.hasNews ?? false }

    /// How long a poller may wait that watches it.
    var timeout: PollTimeout {
        hasMore ? .none : retry.map { .until($0, from: Kernel.monotonicTime()) } ?? .forever
    }

    /// When the daemon is looked for again; none while it is there.
    var retry: MonotonicTime? { reconnection.next }

    /// Begins with what the subject wants of what is there.
    func begin() throws(Failure) -> [WatchedChange] {
        let connection = try daemon.connect(within: limit)
        let changes = known.take(try subject.subscribe(on: connection))
        self.connection = connection
        reconnection.succeed(at: Kernel.monotonicTime())
        return changes
    }

    /// What changes next, as soon as something does; nothing when the time is over or the daemon was lost.
    func next(within time: Duration) throws(Failure) -> [WatchedChange] {
        guard let connection else { return try lookAgain(within: time) }
        var changes: [WatchedChange] = []
        var rest = time
        do throws(Failure) {
            for _ in 0..<SubjectWatcher.most {
                guard let notification = try connection.nextNotification(within: rest) else { return changes }
                rest = .zero
                guard let news = try subject.read(notification, connection) else { continue }
                // The daemon says best why it has ended.
                changes += known.take(news.hasEnded ? try subject.subscribe(on: connection) : news)
            }
        } catch {
            guard mayPass(error) else { throw error }
            lose()
        }
        return changes
    }

    /// Asks the daemon something besides, where it is there.
    func ask<Result>(_ body: (DaemonConnection) throws(Failure) -> Result?) throws(Failure) -> Result? {
        guard let connection else { return nil }
        do throws(Failure) {
            return try body(connection)
        } catch .refused(let error) where error.kind == ErrorKind.tooLarge.rawValue {
            // What was asked is, and will be.
            throw .refused(error)
        } catch {
            guard mayPass(error) else { throw error }
            lose()
            return nil
        }
    }

    /// Adds the connection, if there is one, to a poller.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try connection?.watch(by: poller, token: token)
    }

    // MARK: Losing and finding

    private func lose() {
        connection = nil
        reconnection.fail(at: Kernel.monotonicTime())
        daemon.complainOfLoss()
    }

    private func lookAgain(within time: Duration) throws(Failure) -> [WatchedChange] {
        guard let next = reconnection.next else { return [] }
        let now = Kernel.monotonicTime()
        if next > now {
            let wait = min(time, next - now)
            try Failure.system { () throws(SystemError) in try Kernel.sleep(for: wait) }
            guard next - now <= time else { return [] }
        }
        do throws(Failure) {
            return try begin()
        } catch {
            guard mayPass(error) else { throw error }
            reconnection.fail(at: Kernel.monotonicTime())
            return []
        }
    }

    /// Whether it may go better later.
    private func mayPass(_ failure: Failure) -> Bool {
        switch failure {
        case .unreachable, .disconnected, .timedOut: return true
        case .refused(let error):
            switch error.kind {
            case ErrorKind.busy.rawValue, ErrorKind.tooLarge.rawValue: return true
            // Who made the world makes it again when the daemon is back.
            case ErrorKind.unknownWorld.rawValue:
                return reconnection.lost.map { Kernel.monotonicTime() - $0 < DaemonEndpoint.patience } ?? false
            default: return false
            }
        default: return false
        }
    }
}

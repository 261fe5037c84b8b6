import ClientCore
import RPCCore
import SystemCore
import TunerAPI

/// A subscription that reconnects when the daemon restarts, and reports every change once.
final class SubjectWatcher {
    /// The limit of notifications in one call of `next`.
    private static let limit = 256

    private let daemon: DaemonEndpoint
    private let limit: Duration
    private var subject: any WatchedSubject
    private var connection: DaemonConnection?
    private var reconnection = Reconnection()
    private var known = KnownValues()

    /// Creates a watcher, without connecting yet.
    init(_ daemon: DaemonEndpoint, _ options: GlobalOptions, _ subject: any WatchedSubject) {
        self.daemon = daemon
        self.subject = subject
        limit = options.timeout ?? DaemonEndpoint.patience
    }

    /// Whether notifications are already buffered: a poller does not report these.
    var hasMore: Bool { connection?.hasNews ?? false }

    /// The longest time for which a poller may wait.
    var timeout: PollTimeout {
        hasMore ? .none : retry.map { .until($0, from: Kernel.monotonicTime()) } ?? .forever
    }

    /// The time of the next attempt to connect; nil while connected.
    var retry: MonotonicTime? { reconnection.next }

    /// Connects and subscribes; returns the initial changes that the subject asks for.
    func begin() throws(Failure) -> [WatchedChange] {
        let connection = try daemon.connect(within: limit)
        let changes = known.apply(try subject.subscribe(on: connection))
        self.connection = connection
        reconnection.succeed(at: Kernel.monotonicTime())
        return changes
    }

    /// Waits for changes; returns none after the time has passed, or when the connection was lost.
    func next(within time: Duration) throws(Failure) -> [WatchedChange] {
        guard let connection else { return try recheck(within: time) }
        var changes: [WatchedChange] = []
        var rest = time
        do throws(Failure) {
            for _ in 0..<SubjectWatcher.limit {
                guard let notification = try connection.nextNotification(within: rest) else { return changes }
                rest = .zero
                guard let news = try subject.read(notification, connection) else { continue }
                // Subscribe again: the daemon either accepts, or its error explains the end.
                changes += known.apply(news.hasEnded ? try subject.subscribe(on: connection) : news)
            }
        } catch {
            guard mayPass(error) else { throw error }
            dropConnection()
        }
        return changes
    }

    /// Makes other calls on the connection; returns nil while the daemon is not reachable.
    func attempt<Result>(_ body: (DaemonConnection) throws(Failure) -> Result?) throws(Failure) -> Result? {
        guard let connection else { return nil }
        do throws(Failure) {
            return try body(connection)
        } catch .refused(let error) where error.kind == ErrorKind.tooLarge.rawValue {
            // The request would be too large again.
            throw .refused(error)
        } catch {
            guard mayPass(error) else { throw error }
            dropConnection()
            return nil
        }
    }

    /// Adds the connection, if there is one, to a poller.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try connection?.watch(by: poller, token: token)
    }

    // MARK: Reconnecting

    private func dropConnection() {
        connection = nil
        reconnection.fail(at: Kernel.monotonicTime())
        daemon.noteLostConnection()
    }

    private func recheck(within time: Duration) throws(Failure) -> [WatchedChange] {
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

    /// Returns whether a retry may succeed.
    private func mayPass(_ failure: Failure) -> Bool {
        switch failure {
        case .unreachable, .disconnected, .timedOut: return true
        case .refused(let error):
            switch error.kind {
            case ErrorKind.busy.rawValue, ErrorKind.tooLarge.rawValue: return true
            // After a restart of the daemon, the program that created the world creates it again.
            case ErrorKind.unknownWorld.rawValue:
                return reconnection.lost.map { Kernel.monotonicTime() - $0 < DaemonEndpoint.patience } ?? false
            default: return false
            }
        default: return false
        }
    }
}

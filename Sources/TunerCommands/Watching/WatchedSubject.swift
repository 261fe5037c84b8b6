import JSONCore
import RPCCore
import TunerAPI

/// A subject that a watcher subscribes to: its request, and the parser of its notifications.
protocol WatchedSubject {
    /// Subscribes on a connection; resumes the subscription of the previous connection, if there was one.
    mutating func subscribe(on connection: DaemonConnection) throws(Failure) -> WatchUpdate

    /// Parses a notification; returns nil if it belongs to another subscription.
    mutating func read(_ notification: Notification, _ connection: DaemonConnection) throws(Failure) -> WatchUpdate?
}

extension ChangeRecord {
    /// Creates a change that this program has computed.
    init(_ key: String, _ value: JSON?, old: JSON? = nil) {
        self.init()
        self.key = key
        self.value = value
        self.old = old
    }
}

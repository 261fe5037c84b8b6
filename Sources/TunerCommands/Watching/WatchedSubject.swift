import JSONCore
import RPCCore
import TunerAPI

/// What a subscriber watches: how the daemon is asked for it, and what its notifications say.
protocol WatchedSubject {
    /// Subscribes on a connection, so as to go on from the connection before, if there was one.
    mutating func subscribe(on connection: DaemonConnection) throws(Failure) -> WatchedNews

    /// Reads a notification; none where it belongs to something else.
    mutating func read(_ notification: Notification, _ connection: DaemonConnection) throws(Failure) -> WatchedNews?
}

extension ChangeRecord {
    /// A change that we found ourselves.
    init(_ key: String, _ value: JSON?, old: JSON? = nil) {
        self.init()
        self.key = key
        self.value = value
        self.old = old
    }
}

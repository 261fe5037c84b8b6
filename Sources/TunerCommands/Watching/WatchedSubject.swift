import JSONCore
import RPCCore
import TunerAPI

/// What a subscriber hears of: how the daemon is asked for it, and what of its notifications is new.
protocol WatchedSubject {
    /// Asks to be told; answers what is otherwise than was handed out last, at first what is wanted of what is there.
    mutating func begin(on connection: DaemonConnection) throws(Failure) -> [WatchedChange]

    /// What a notification tells; nothing where it is another's.
    mutating func take(
        _ notification: Notification,
        _ connection: DaemonConnection
    ) throws(Failure) -> [WatchedChange]
}

extension ChangeRecord {
    /// A change that we found ourselves.
    init(_ key: String, _ value: JSON?, old: JSON?) {
        self.init()
        self.key = key
        self.value = value
        self.old = old
    }
}

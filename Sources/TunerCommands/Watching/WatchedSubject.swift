import ClientCore
import JSONCore
import TunerAPI

/// A subject that a watcher subscribes to: its request, and the parser of its notifications.
protocol WatchedSubject {
    /// Subscribes on a link; resumes the subscription of the previous connection, if there was one.
    func subscribe(on link: DaemonLink, _ handle: @escaping (Result<WatchUpdate, CallFailure>) -> Void)

    /// Parses a notification; returns nil if it belongs to another subscription.
    func read(_ method: JSONRange, _ params: JSONRange?, in text: Span<UInt8>) throws(JSONMismatch) -> WatchUpdate?

    /// Records the end of the connection.
    func endConnection()
}

/// A subject of one subscription.
struct WatchedSubscription<Parameters: SubscriptionParameters>: WatchedSubject {
    private let subscription: LinkSubscription<Parameters>
    private let first: (Parameters.Response, _ request: Parameters) -> WatchUpdate
    private let later: (Parameters.Changes) -> WatchUpdate

    /// Creates a subject from the contents of the response and of the notifications.
    init(
        _ parameters: Parameters,
        first: @escaping (Parameters.Response, _ request: Parameters) -> WatchUpdate,
        later: @escaping (Parameters.Changes) -> WatchUpdate
    ) {
        (subscription, self.first, self.later) = (LinkSubscription(parameters), first, later)
    }

    func subscribe(on link: DaemonLink, _ handle: @escaping (Result<WatchUpdate, CallFailure>) -> Void) {
        subscription.subscribe(on: link) { result, request in handle(result.map { first($0, request) }) }
    }

    func read(_ method: JSONRange, _ params: JSONRange?, in text: Span<UInt8>) throws(JSONMismatch) -> WatchUpdate? {
        guard let changes = try Parameters.changes(method, params, in: text), subscription.handle(changes) else {
            return nil
        }
        var update = later(changes)
        update.hasEnded = changes.ended != nil
        return update
    }

    func endConnection() { subscription.endConnection() }
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

import ClientCore
import JSONCore
import RPCCore
import TunerAPI

/// Watched tunables, which a new connection resumes at the last known revision.
///
/// If the daemon's history does not reach back that far, the daemon sends all values.
struct WatchedTunables: WatchedSubject {
    private var subscription: Subscription<SubscribeParameters>
    private let options: GlobalOptions

    /// Creates a subject; the parameters say whether the first values are reported as changes.
    init(_ parameters: SubscribeParameters, _ options: GlobalOptions) {
        subscription = Subscription(parameters)
        self.options = options
    }

    mutating func subscribe(on connection: DaemonConnection) throws(Failure) -> WatchUpdate {
        let request = subscription.request()
        let result = try connection.call(API.Tunables.subscribe, request).result
        if result.changes == nil, request.since != nil {
            options.note("tunerctl: the daemon no longer has the missed changes; all values follow\n")
        }
        subscription.begin(result, of: request)
        let changes = result.changes ?? result.values?.entries.map { ChangeRecord($0.name, $0.value) } ?? []
        return WatchUpdate(
            changes: changes.map { WatchedChange(change: $0, revision: result.revision) },
            isComplete: result.values != nil,
            revision: result.revision
        )
    }

    mutating func read(_ notification: Notification, _ connection: DaemonConnection) throws(Failure) -> WatchUpdate? {
        guard notification.method == API.Tunables.changed.name.description else { return nil }
        let told: ChangedParameters = try connection.read(notification)
        guard subscription.handle(told) else { return nil }
        let changes = told.changes.map {
            WatchedChange(change: $0, revision: told.to, time: told.time, actor: told.actor)
        }
        return WatchUpdate(changes: changes, hasEnded: told.ended != nil)
    }
}

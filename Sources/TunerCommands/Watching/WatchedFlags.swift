import ClientCore
import JSONCore
import RPCCore
import TunerAPI

/// Watched flags: the daemon has no history of evaluations, so a new connection requests all of them.
struct WatchedFlags: WatchedSubject {
    private var subscription: Subscription<SubscribeFlagsParameters>
    private var isSilent: Bool

    /// Creates a subject; if `isInitial` is true, the first values are reported as changes.
    init(_ parameters: SubscribeFlagsParameters, isInitial: Bool) {
        subscription = Subscription(parameters)
        isSilent = !isInitial
    }

    mutating func subscribe(on connection: DaemonConnection) throws(Failure) -> WatchUpdate {
        let request = subscription.request()
        let result = try connection.call(API.Flags.subscribe, request).result
        subscription.begin(result, of: request)
        defer { isSilent = false }
        let changes = result.flags.map { flag in
            var change = WatchedChange(change: ChangeRecord(flag.key, flag.value), revision: result.revision)
            change.evaluation = WatchedChange.Evaluation(variant: flag.variant, reason: flag.reason)
            return change
        }
        return WatchUpdate(changes: changes, isComplete: true, isSilent: isSilent, revision: result.revision)
    }

    mutating func read(_ notification: Notification, _ connection: DaemonConnection) throws(Failure) -> WatchUpdate? {
        guard notification.method == API.Flags.changed.name.description else { return nil }
        let told: FlagsChangedParameters = try connection.read(notification)
        guard told.subscription == subscription.name else { return nil }
        let changes = told.changes.map { change in
            let record = ChangeRecord(change.key, change.value, old: change.old)
            var watched = WatchedChange(change: record, revision: told.to, time: told.time, actor: told.actor)
            watched.evaluation = WatchedChange.Evaluation(variant: change.variant, reason: change.reason)
            return watched
        }
        return WatchUpdate(changes: changes, hasEnded: told.ended != nil)
    }
}

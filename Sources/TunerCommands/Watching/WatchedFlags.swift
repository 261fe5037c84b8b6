import JSONCore
import RPCCore
import TunerAPI

/// Flags that are watched, by what each came to last: history has no evaluations, so a daemon that came back is asked for
/// all of them.
struct WatchedFlags: WatchedSubject {
    /// What a flag came to.
    private struct Known: Equatable {
        var value: JSON?
        var variant: String?
    }

    private let parameters: SubscribeFlagsParameters
    private let isInitial: Bool
    private var subscription = ""
    /// What was told last, by key; none before the first answer.
    private var known: [String: Known]?

    /// Watches what the parameters name, and begins with what that comes to where it is initial.
    init(_ parameters: SubscribeFlagsParameters, isInitial: Bool) {
        self.parameters = parameters
        self.isInitial = isInitial
    }

    mutating func begin(on connection: DaemonConnection) throws(Failure) -> [WatchedChange] {
        let result = try connection.call(API.Flags.subscribe, parameters).result
        subscription = result.subscription
        let isFirst = known == nil
        var gone = known ?? [:]
        known = [:]
        var changes: [WatchedChange] = []
        for flag in result.flags {
            let now = Known(value: flag.value, variant: flag.variant)
            let old = gone.removeValue(forKey: flag.key)
            known?[flag.key] = now
            guard isFirst ? isInitial && now.value != nil : now != old ?? Known() else { continue }
            let change = ChangeRecord(flag.key, flag.value, old: old?.value)
            var watched = WatchedChange(change: change, revision: result.revision)
            watched.evaluation = WatchedChange.Evaluation(variant: flag.variant, reason: flag.reason)
            changes.append(watched)
        }
        for (key, old) in gone.sorted(by: { $0.key < $1.key }) where old != Known() {
            var watched = WatchedChange(change: ChangeRecord(key, nil, old: old.value), revision: result.revision)
            watched.evaluation = WatchedChange.Evaluation(variant: nil, reason: "ERROR")
            changes.append(watched)
        }
        return changes
    }

    mutating func take(
        _ notification: Notification,
        _ connection: DaemonConnection
    ) throws(Failure) -> [WatchedChange] {
        guard notification.method == API.Flags.changed.name.description else { return [] }
        let told: FlagsChangedParameters = try connection.read(notification.params)
        guard told.subscription == subscription else { return [] }
        if told.ended != nil {
            // The daemon says best why.
            return try begin(on: connection)
        }
        return told.changes.map { change in
            known?[change.key] = Known(value: change.value, variant: change.variant)
            let record = ChangeRecord(change.key, change.value, old: change.old)
            var watched = WatchedChange(change: record, revision: told.to, time: told.time, actor: told.actor)
            watched.evaluation = WatchedChange.Evaluation(variant: change.variant, reason: change.reason)
            return watched
        }
    }
}

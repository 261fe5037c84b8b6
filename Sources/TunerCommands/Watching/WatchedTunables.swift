import JSONCore
import RPCCore
import TunerAPI

/// Tunables that are watched, by the revision up to which their changes are known.
///
/// Where the daemon's history does not tell what has changed since, all values are held against what was handed out last: so
/// it remembers those, and no others.
struct WatchedTunables: WatchedSubject {
    private var parameters: SubscribeParameters
    private var subscription = ""
    /// What was handed out last, by key; a key without a value is not there.
    private var known: [String: JSON] = [:]

    /// Watches what the parameters name, and begins with the values where they ask for them.
    init(_ parameters: SubscribeParameters) {
        self.parameters = parameters
    }

    mutating func begin(on connection: DaemonConnection) throws(Failure) -> [WatchedChange] {
        let result = try connection.call(API.Tunables.subscribe, parameters).result
        let changes: [ChangeRecord]
        if let told = result.changes {
            changes = told
        } else {
            if parameters.since != nil {
                Output.complain("tunerctl: what has changed meanwhile is not known any more; all values are told\n")
            }
            changes = result.values.map(differences) ?? []
        }
        subscription = result.subscription
        note(through: result.revision, in: result.epoch)
        // From here on a difference is to be found, whatever becomes of the history.
        parameters.isInitial = true
        return take(changes, through: result.revision)
    }

    mutating func take(
        _ notification: Notification,
        _ connection: DaemonConnection
    ) throws(Failure) -> [WatchedChange] {
        guard notification.method == API.Tunables.changed.name.description else { return [] }
        let told: ChangedParameters = try connection.read(notification.params)
        guard told.subscription == subscription else { return [] }
        if told.ended != nil {
            // The daemon says best why.
            return try begin(on: connection)
        }
        note(through: told.to, in: parameters.since?.epoch ?? "")
        return take(told.changes, through: told.to, told.time, by: told.actor)
    }

    private mutating func take(
        _ changes: [ChangeRecord],
        through revision: Int64,
        _ time: String? = nil,
        by actor: ActorRecord? = nil
    ) -> [WatchedChange] {
        changes.map { change in
            known[change.key] = change.value
            return WatchedChange(change: change, revision: revision, time: time, actor: actor)
        }
    }

    private mutating func note(through revision: Int64, in epoch: String) {
        var since = SinceParameters()
        since.epoch = epoch
        since.revision = revision
        parameters.since = since
    }

    /// What is otherwise than it was handed out last; of keys that were not handed out, each value.
    private func differences(_ values: JSONMap<JSON>) -> [ChangeRecord] {
        var gone = known
        var changes: [ChangeRecord] = []
        for (key, value) in values.entries {
            let old = gone.removeValue(forKey: key)
            if value != old {
                changes.append(ChangeRecord(key, value, old: old))
            }
        }
        return changes + gone.sorted { $0.key < $1.key }.map { ChangeRecord($0.key, nil, old: $0.value) }
    }
}

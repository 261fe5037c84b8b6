import ClientCore
import JSONCore
import TunerAPI

/// Watched flags: the daemon has no history of evaluations, so a new connection requests all of them.
typealias WatchedFlags = WatchedSubscription<SubscribeFlagsParameters>

extension WatchedFlags {
    /// Creates a subject; if `isInitial` is true, the first values are reported as changes.
    init(_ parameters: SubscribeFlagsParameters, isInitial: Bool) {
        var isSilent = !isInitial
        self.init(parameters) { result, _ in
            defer { isSilent = false }
            let changes = result.flags.map { flag in
                var change = WatchedChange(change: ChangeRecord(flag.key, flag.value), revision: result.revision)
                change.evaluation = WatchedChange.Evaluation(variant: flag.variant, reason: flag.reason)
                return change
            }
            return WatchUpdate(changes: changes, isComplete: true, isSilent: isSilent, revision: result.revision)
        } later: { changed in
            let changes = changed.changes.map { change in
                let record = ChangeRecord(change.key, change.value, old: change.old)
                var watched = WatchedChange(
                    change: record,
                    revision: changed.to,
                    time: changed.time,
                    actor: changed.actor
                )
                watched.evaluation = WatchedChange.Evaluation(variant: change.variant, reason: change.reason)
                return watched
            }
            return WatchUpdate(changes: changes)
        }
    }
}

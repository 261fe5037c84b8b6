import ClientCore
import ConsoleCore
import JSONCore
import TunerAPI

/// Watched tunables, which a new connection resumes at the last known revision.
///
/// If the daemon's history does not reach back that far, the daemon sends all values.
typealias WatchedTunables = WatchedSubscription<SubscribeParameters>

extension WatchedTunables {
    /// Creates a subject; the parameters say whether the first values are reported as changes.
    init(_ parameters: SubscribeParameters, _ options: GlobalOptions) {
        self.init(parameters) { result, request in
            if result.changes == nil, request.since != nil {
                options.note("tunerctl: the daemon no longer has the missed changes; all values follow\n")
            }
            return WatchUpdate(
                changes: result.presentChanges.map { WatchedChange(change: $0, revision: result.revision) },
                isComplete: result.values != nil,
                revision: result.revision
            )
        } later: { changed in
            WatchUpdate(
                changes: changed.changes.map {
                    WatchedChange(change: $0, revision: changed.to, time: changed.time, actor: changed.actor)
                }
            )
        }
    }
}

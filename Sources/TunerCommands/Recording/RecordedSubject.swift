import ClientCore
import ConsoleCore
import JSONCore
import TunerAPI

/// What a recorder knows about its subscription to all values.
final class RecordedSubject {
    private(set) var epoch = ""
    private(set) var revision: Int64 = 0
    /// Whether the daemon has another state than before, so that its history is another one.
    private(set) var hasNewState = false

    /// Returns the subscription, which notes the state of each response.
    func subscription() -> WatchedTunables {
        WatchedTunables(SubscribeParameters()) { [unowned self] result, request in
            if let since = request.since, since.epoch != result.epoch { hasNewState = true }
            (epoch, revision) = (result.epoch, result.revision)
            return WatchUpdate(
                changes: result.presentChanges.map { WatchedChange(change: $0, revision: result.revision) },
                isComplete: result.values != nil,
                revision: result.revision
            )
        } later: { changed in
            WatchUpdate(changes: changed.changes.map { WatchedChange(change: $0, revision: changed.to) })
        }
    }

    /// Records that the changes of the new state are written.
    func acceptNewState() { hasNewState = false }
}

@available(*, unavailable)
extension RecordedSubject: Sendable {}

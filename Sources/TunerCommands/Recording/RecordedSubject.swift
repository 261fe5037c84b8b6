import ClientCore
import ConsoleCore
import JSONCore
import TunerAPI

/// What a recorder subscribes to: all values, and the fact that a flag has changed.
final class RecordedSubject: WatchedSubject {
    private(set) var epoch = ""
    private(set) var revision: Int64 = 0
    /// Whether the daemon has another state than before, so that its history is another one.
    private(set) var hasNewState = false
    /// Whether a flag may have changed since the last call of ``acceptFlags()``.
    private(set) var hasNewFlags = false
    private let tunables: LinkSubscription<SubscribeParameters>
    /// The name of the subscription to the daemon, which reports changed flags; nil without a connection.
    private var daemon: String?

    init() { tunables = LinkSubscription(SubscribeParameters()) }

    func subscribe(on link: DaemonLink, _ handle: @escaping (Result<WatchUpdate, CallFailure>) -> Void) {
        // The daemon responds in order: after the second response, no changed flag is missed.
        link.call(API.Server.subscribe, ServerSubscribeParameters()) { [unowned self] result in
            if case .success(let response) = result { daemon = response.subscription }
        }
        tunables.subscribe(on: link) { [unowned self] result, request in
            handle(result.map { update(of: $0, to: request) })
        }
    }

    private func update(of result: SubscribeResult, to request: SubscribeParameters) -> WatchUpdate {
        if let since = request.since, since.epoch != result.epoch { hasNewState = true }
        (epoch, revision) = (result.epoch, result.revision)
        hasNewFlags = true
        return WatchUpdate(
            changes: result.presentChanges.map { WatchedChange(change: $0, revision: result.revision) },
            isComplete: result.values != nil,
            revision: result.revision
        )
    }

    func read(_ method: JSONRange, _ params: JSONRange?, in text: Span<UInt8>) throws(JSONMismatch) -> WatchUpdate? {
        if method.isString(API.Server.changed.name, in: text), let params {
            let changed = try ServerChangedParameters(params, in: text)
            if changed.subscription == daemon, changed.flagsVersion != nil { hasNewFlags = true }
            return nil
        }
        guard let changed = try SubscribeParameters.changes(method, params, in: text), tunables.handle(changed) else {
            return nil
        }
        var update = WatchUpdate(changes: changed.changes.map { WatchedChange(change: $0, revision: changed.to) })
        update.hasEnded = changed.ended != nil
        return update
    }

    func endConnection() {
        tunables.endConnection()
        daemon = nil
    }

    /// Records that the changes of the new state are written.
    func acceptNewState() { hasNewState = false }

    /// Records that the changed flags are written.
    func acceptFlags() { hasNewFlags = false }
}

@available(*, unavailable)
extension RecordedSubject: Sendable {}

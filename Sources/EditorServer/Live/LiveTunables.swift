import ClientCore
import JSONCore
import RPCCore
import TunerAPI

/// The tunables in the open documents, by a subscription to exactly these keys.
final class LiveTunables {
    /// Called when something that a feature shows has changed.
    var whenChanged: (LiveChange) -> Void = { _ in }

    private let daemon: any DaemonCalls
    private var subscription = Subscription(SubscribeParameters())
    private var named: Set<String> = []
    private var known: [String: LiveTunable] = [:]
    /// What the daemon responds about each named key that it does not know.
    private var unknown: [String: RemoteError] = [:]
    /// The keys whose description was requested, and has not arrived.
    private var requested: Set<String> = []
    private var isReady = false
    /// Whether the daemon has ended the subscription together with the world of the server.
    private(set) var hasLostWorld = false

    init(_ daemon: any DaemonCalls) { self.daemon = daemon }

    /// Returns the tunable; nil if the daemon does not know the key, or has not responded yet.
    subscript(key: String) -> LiveTunable? { known[key] }

    /// Returns why the daemon does not know a key that a call shape names; nil if it knows the key.
    func fault(of key: String) -> RemoteError? { unknown[key] }

    func want(_ wanted: WantedKeys) {
        let newlyNamed = wanted.named.subtracting(named)
        subscription.parameters.keys = wanted.keys
        named = wanted.named
        let kept = Set(wanted.keys)
        for key in known.keys where !kept.contains(key) { known[key] = nil }
        for key in unknown.keys where !named.contains(key) { unknown[key] = nil }
        guard isReady, !subscription.isDue else { return subscribeIfDue() }
        // The subscription has the key already: it was a string literal.
        for key in newlyNamed where known[key] == nil { describe(key) }
    }

    /// Starts the subscription on a new connection.
    func begin() {
        isReady = true
        subscribeIfDue()
    }

    /// Forgets all values: without the daemon, nothing is known.
    func end() {
        isReady = false
        var fresh = Subscription(SubscribeParameters())
        fresh.parameters.keys = subscription.parameters.keys
        (subscription, known, unknown, requested) = (fresh, [:], [:], [])
        hasLostWorld = false
        whenChanged(.declarations)
    }

    /// Handles a notification of the daemon.
    func handle(_ changes: ChangedParameters) {
        guard subscription.handle(changes) else { return }
        hasLostWorld = changes.ended != nil
        for record in changes.changes {
            let isNew = known[record.key] == nil
            known[record.key, default: LiveTunable()].apply(record, by: changes.actor)
            if isNew || record.value == nil { describe(record.key) }
        }
        whenChanged(.values)
    }

    /// Reads all keys again, after a change of declarations, layers or kill switches.
    func describeAll() {
        for key in Set(known.keys).union(named) { describe(key) }
    }

    // MARK: Calls

    private func subscribeIfDue() {
        guard isReady, subscription.isDue else { return }
        guard subscription.parameters.keys?.isEmpty == false else { return daemon.end(&subscription) }
        let request = subscription.request()
        daemon.call(API.Tunables.subscribe, request) { [weak self] result in
            guard let self, case .success(let response) = result else { return }
            daemon.unsubscribe(SubscribeParameters.self, subscription.begin(response, of: request))
            // The last document with a key may have been closed meanwhile.
            guard subscription.parameters.keys?.isEmpty == false else { return daemon.end(&subscription) }
            load(response, of: request.keys ?? [])
        }
    }

    private func load(_ response: SubscribeResult, of keys: [String]) {
        let secrets = Set(response.secrets ?? [])
        var changed: Set<String> = []
        for (key, value) in response.values?.entries ?? [] {
            if known[key]?.value != value { changed.insert(key) }
            known[key, default: LiveTunable()].value = value
            known[key]?.isSecret = secrets.contains(key)
        }
        for key in keys where changed.contains(key) || isUndescribed(key) { describe(key) }
        whenChanged(.values)
    }

    /// Whether the daemon may know more of a key than the server has received or requested.
    private func isUndescribed(_ key: String) -> Bool {
        guard !requested.contains(key) else { return false }
        if let tunable = known[key] { return !tunable.isDescribed }
        return named.contains(key) && unknown[key] == nil
    }

    private func describe(_ key: String) {
        var parameters = KeyParameters()
        parameters.key = key
        requested.insert(key)
        daemon.call(API.Tunables.describe, parameters) { [weak self] result in
            guard let self else { return }
            requested.remove(key)
            switch result {
            case .success(let description):
                known[key, default: LiveTunable()].describe(description)
                unknown[key] = nil
            case .failure(.refused(let error)):
                known[key] = nil
                if named.contains(key) { unknown[key] = error }
            case .failure: return
            }
            whenChanged(.declarations)
        }
    }
}

import ConsoleCore
import JSONCore

/// The resources that a client subscribes to, in both ways of the protocol.
final class ResourceSubscriptions {
    /// A request `subscriptions/listen`, which lasts until the client cancels it.
    private struct Stream {
        let request: AgentRequest
        let keys: Set<String>
    }

    /// The largest number of resources of a session.
    private static let mostKeys = 1_000

    private let daemon: any AgentDaemon
    private let limits: KeyLimits
    private let notify: (String, JSONObject) -> Void
    /// The keys of `resources/subscribe`.
    private var keys: Set<String> = []
    private var streams: [Stream] = []

    init(_ daemon: any AgentDaemon, _ limits: KeyLimits, _ notify: @escaping (String, JSONObject) -> Void) {
        (self.daemon, self.limits, self.notify) = (daemon, limits, notify)
        daemon.whenChanged = { [weak self] in self?.send($0) }
    }

    func isStream(_ request: AgentRequest) -> Bool { streams.contains { $0.request === request } }

    // MARK: Requests

    /// Responds when the daemon reports the changes of the key, so that no later change is missed.
    func subscribe(_ request: AgentRequest) {
        let uri = request.params["uri"]?.text ?? ""
        guard KeyURI.key(of: uri) != nil else {
            let example = "tuner://key/ui.scale"
            return request.fail(.invalidParams("\(uri.shown) is not the address of a key, such as \(example)"))
        }
        guard let key = key(of: uri) else {
            return request.fail(.unknownResource(uri, isStateless: request.isStateless))
        }
        guard hasRoom(for: [key]) else { return request.fail(tooMany) }
        let isNew = keys.insert(key).inserted
        watch { [self] failure in
            guard let failure else { return request.respond([:]) }
            if isNew { keys.remove(key) }
            watch()
            request.fail(.internalError(failure.sentence))
        }
    }

    func unsubscribe(_ request: AgentRequest) {
        if let key = key(of: request.params["uri"]?.text ?? "") { keys.remove(key) }
        watch()
        request.respond([:])
    }

    /// Acknowledges the resources that exist, and reports their changes until the client cancels the request.
    func listen(_ request: AgentRequest) {
        let wanted = request.params["notifications"]?["resourceSubscriptions"]?.elements ?? []
        let honored = wanted.compactMap(\.text).filter { key(of: $0) != nil }
        let keys = Set(honored.compactMap(key))
        guard hasRoom(for: keys) else { return request.fail(tooMany) }
        streams.append(Stream(request: request, keys: keys))
        request.whenCancelled = { [unowned self, unowned request] in remove(request) }
        guard !keys.isEmpty else { return acknowledge(request, honored) }
        watch { [self] failure in
            guard isStream(request) else { return }
            guard let failure else { return acknowledge(request, honored) }
            remove(request)
            request.fail(.internalError(failure.sentence))
        }
    }

    private func acknowledge(_ request: AgentRequest, _ honored: [String]) {
        let list = JSON.array(honored.map { .string($0) })
        let filter: JSONObject = honored.isEmpty ? [:] : ["resourceSubscriptions": list]
        notify(
            "notifications/subscriptions/acknowledged",
            ["notifications": .object(filter), "_meta": meta(of: request)]
        )
    }

    private func remove(_ request: AgentRequest) {
        streams.removeAll { $0.request === request }
        watch()
    }

    /// Ends all requests of ``listen(_:)`` with a response.
    func end() {
        let ended = streams
        streams = []
        for stream in ended { stream.request.respond(["_meta": meta(of: stream.request)]) }
    }

    // MARK: Changes

    private func send(_ changed: [String]) {
        for key in changed {
            let uri = JSON.string(KeyURI.text(of: key))
            if keys.contains(key) { notify("notifications/resources/updated", ["uri": uri]) }
            for stream in streams where stream.keys.contains(key) {
                notify("notifications/resources/updated", ["uri": uri, "_meta": meta(of: stream.request)])
            }
        }
    }

    private func watch(_ handle: @escaping (DaemonFailure?) -> Void = { _ in }) {
        daemon.watch(streams.reduce(keys) { $0.union($1.keys) }.sorted(), handle)
    }

    private func key(of uri: String) -> String? { KeyURI.key(of: uri).flatMap { limits.allows($0) ? $0 : nil } }

    private func hasRoom(for more: Set<String>) -> Bool {
        streams.reduce(keys.union(more)) { $0.union($1.keys) }.count <= ResourceSubscriptions.mostKeys
    }

    private var tooMany: AgentError {
        .invalidParams("a session may subscribe to at most \(ResourceSubscriptions.mostKeys) resources")
    }

    private func meta(of request: AgentRequest) -> JSON { [ProtocolVersion.Meta.subscription: request.id] }
}

import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// The methods about the programs that fetch layers.
struct SyncSourceService {
    let sources: SyncSources
    let states: StateVersions
    let soft: SoftStateStore
    let publisher: SyncPublisher
    let server: ServerPublisher
    let quota: SubscriptionQuota

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Sync.status) { [self] _, caller in status(states.state(for: caller)) }
        methods.add(API.Sync.report) { [sources, server] parameters, caller in
            if sources.replace(parameters.sources, of: caller) { server.recheck() }
            return true
        }
        methods.add(API.Sync.fetch) { [self] (parameters, _) throws(RPCError) in
            try request(.fetch, parameters.layer)
        }
        methods.add(API.Sync.reset) { [self] (parameters, _) throws(RPCError) in
            try request(.reset, parameters.layer)
        }
        methods.add(API.Sync.attach) { [self] (_, caller) throws(RPCError) in try subscribe(caller) }
        methods.add(API.Sync.detach, ending: SyncSubscription.self)
    }

    private func status(_ state: State) -> SyncStatusResult {
        let active = Set(state.activeNames)
        var result = SyncStatusResult()
        result.sources = sources.listed.map { listed in
            guard let layer = try? state.layer(listed.source.layer) else { return listed }
            var listed = listed
            listed.isActive = active.contains(layer.name)
            listed.isStale = LayerHealth(of: layer, soft.state, at: states.now).isStale
            listed.isKillSwitch = layer.isKillSwitch
            return listed
        }
        return result
    }

    private func request(_ kind: SyncRequest, _ layer: String?) throws(RPCError) -> SyncRequestResult {
        let known = sources.layers
        if let layer, !known.contains(layer) { throw .noSource(of: layer, known) }
        let layers = publisher.request(kind, layer.map { [$0] } ?? known)
        guard !layers.isEmpty else { throw .noSource(of: layer, known) }
        var result = SyncRequestResult()
        result.layers = layers
        return result
    }

    private func subscribe(_ caller: Caller) throws(RPCError) -> SyncSubscribeResult {
        let session = caller.session
        let user = caller.peer.credentials.uid
        let name = try session.nameSubscription("y", taking: SyncSubscription.memoryOfEach, of: user, quota)
        publisher.add(
            SyncSubscription(id: name, caller.peer, publisher, createdAtStep: states.endStep(forSubscriber: caller))
        )
        var result = SyncSubscribeResult()
        result.subscription = name
        return result
    }
}

extension RPCError {
    /// Returns the error for a layer that no connected program fetches.
    fileprivate static func noSource(of layer: String?, _ known: [String]) -> RPCError {
        guard let layer else {
            return RPCError(
                ErrorKind.unknownLayer,
                "no connected program fetches layers; start tunersync --config FILE",
                facts: [:]
            )
        }
        let nearest = NearestName.nearest(to: layer, among: known)
        var facts: JSONObject = ["layer": .string(layer.shortened)]
        facts["nearest"] = nearest.map { .string($0.shortened) }
        return RPCError(
            ErrorKind.unknownLayer,
            "no connected program fetches the layer \(layer.shown)\(NearestName.question(nearest))"
                + (known.isEmpty ? "; start tunersync --config FILE" : ""),
            facts: facts
        )
    }
}

import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// The methods that set, activate, remove and list layers.
struct LayerService {
    let states: StateVersions
    let soft: SoftStateStore
    let writer: StateWriter
    let publisher: ServerPublisher
    let staged: StagedCalls
    let sources: SyncSources

    func register(in methods: inout DaemonMethods) {
        let misread = { [self] (parameters: PutLayerParameters, _: any Peer, error: RPCError) in
            if let name = try? LayerName.checked(parameters.name) {
                noteRejection(of: name, parameters, error)
            }
        }
        methods.add(API.Layers.put, whenMisread: misread) { [self] (parameters, caller) throws(RPCError) in
            try put(parameters, caller)
        }
        methods.add(API.Layers.activate) { [self] (parameters, caller) throws(RPCError) in
            let outcome = try writer.perform(.activate(parameters.names), caller)
            return ChangesResult(outcome, in: states.state(for: caller), for: caller)
        }
        methods.add(API.Layers.keep) { [self] (parameters, caller) throws(RPCError) in
            let outcome = try writer.perform(.keepLayer(parameters.name), caller)
            return ChangesResult(outcome, in: states.state(for: caller), for: caller)
        }
        methods.add(API.Layers.revert) { [self] (parameters, caller) throws(RPCError) in
            let outcome = try writer.perform(.revertLayer(parameters.name), caller)
            return ChangesResult(outcome, in: states.state(for: caller), for: caller)
        }
        methods.add(API.Layers.remove) { [self] (parameters, caller) throws(RPCError) in
            let outcome = try writer.perform(.removeLayer(parameters.name), caller)
            return ChangesResult(outcome, in: states.state(for: caller), for: caller)
        }
        methods.add(streaming: API.Layers.list) { [states, soft, sources] _, caller in
            let layers = ListedLayers(states.state(for: caller), soft.state, sources.byLayer, at: states.now)
            return StreamedRecord(LayerListResult(), long: ["layers": layers])
        }
        methods.add(streaming: API.Layers.get) { [self] (parameters, caller) throws(RPCError) in
            try get(parameters.name, caller)
        }
    }

    private func put(_ parameters: PutLayerParameters, _ caller: Caller) throws(RPCError) -> PutLayerResult {
        let name = try LayerName.checked(parameters.name)
        let outcome: MutationOutcome
        do throws(RPCError) {
            let values = StagedContent(try Layer.entries(parameters.content))
            guard
                let whole = try staged.collect(
                    values,
                    of: "layers.put \(name)",
                    parameters.piece,
                    parameters.hasMore,
                    caller
                )
            else {
                var result = PutLayerResult(stagedFor: caller, states)
                result.name = name
                return result
            }
            let layer = try Layer(parameters.content, whole.entries)
            let duration = try WriteOptions(duration: parameters.duration).duration
            outcome = try writer.perform(.putLayer(layer, for: duration), caller, isDryRun: parameters.isDryRun)
        } catch {
            noteRejection(of: name, parameters, error)
            throw error
        }
        if !parameters.isDryRun {
            soft.remember { $0.note(arrivalOf: name, at: states.now) }
            if !outcome.hasChanged {
                publisher.recheck()
            }
        }
        let state = states.state(for: caller)
        var result = PutLayerResult(
            outcome,
            revision: outcome.commit?.revision ?? state.revision,
            SecretFilter(state, for: caller)
        )
        result.name = name
        return result
    }

    private func noteRejection(of name: String, _ parameters: PutLayerParameters, _ error: RPCError) {
        guard !parameters.isDryRun else { return }
        soft.remember { $0.note(rejectionOf: name, at: states.now, error.message) }
        publisher.recheck()
    }

    private func health(of layer: Layer) -> LayerHealth {
        LayerHealth(of: layer, soft.state, at: states.now)
    }

    private func get(_ name: String, _ caller: Caller) throws(RPCError) -> StreamedRecord<LayerResult> {
        let state = states.state(for: caller)
        let layer: Layer
        do {
            layer = try state.layer(name)
        } catch {
            throw RPCError(error)
        }
        let health = health(of: layer)
        var result = LayerResult()
        result.name = layer.name
        let filter = SecretFilter(state, for: caller)
        let isHidden = { (key: Span<UInt8>) in filter.hides(key, in: state) }
        result.schema = filter.showsAll ? layer.schema : layer.schema?.hidingValues(of: { isHidden($0.utf8.span) })
        result.version = layer.version
        result.timeToLive = layer.timeToLive
        result.source = layer.source
        result.locks = layer.locks.patterns.map(\.text)
        result.isKillSwitch = layer.isKillSwitch
        result.isActive = state.activeNames.contains(name)
        result.age = health.age
        result.isStale = health.isStale
        result.end = layer.ending?.time.rfc3339
        result.rejected = health.rejection.map { RejectionRecord($0) }
        let secrets = SecretNames(state.secretKeys) { layer.values.contains($0) && isHidden($0) }
        let values = LayerValues(of: layer, hiding: isHidden)
        return StreamedRecord(
            result,
            long: ["values": values, "flags": LayerFlags(of: layer), "secrets": secrets]
        )
    }
}

extension RejectionRecord {
    init(_ rejection: SoftState.Rejection) {
        self.init()
        count = rejection.count
        time = rejection.time.rfc3339
        error = rejection.error
    }
}

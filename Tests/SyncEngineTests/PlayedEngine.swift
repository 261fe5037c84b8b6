import JSONCore
import LayerPayloads
import SyncEngine

/// An engine with two clocks that a test sets, and a record of what it asked for.
struct PlayedEngine {
    var engine = SyncEngine(seed: 1)
    var steady = Duration.seconds(1_000)
    var wall = Duration.seconds(1_700_000_000)
    private(set) var actions: [SyncAction] = []

    init(
        _ configuration: SyncConfiguration,
        kept: [KeptLayer] = [],
        statuses: [SourceStatus] = [],
        trials: [TrialRecord] = [],
        wall: Duration? = nil
    ) {
        if let wall { self.wall = wall }
        actions = engine.configure(configuration, kept: kept, statuses: statuses, trials: trials, at: now)
    }

    var now: SyncMoment { SyncMoment(steady: steady, wall: wall) }

    /// The time until the next action is due; nil if none is.
    var wait: Duration? { engine.deadline.map { $0 - steady } }

    /// The layers that the last actions fetch.
    var fetched: [String] { actions.compactMap { if case .fetch(let source, _) = $0 { source.layer } else { nil } } }

    /// The content that the last actions put.
    var put: [LayerPayload] { actions.compactMap { if case .put(_, let payload) = $0 { payload } else { nil } } }

    var activated: [String] { actions.compactMap { if case .activate(let layer) = $0 { layer } else { nil } } }

    var deactivated: [String] {
        actions.compactMap { if case .deactivate(let layer) = $0 { layer } else { nil } }
    }

    var kept: [KeptLayer] { actions.compactMap { if case .keep(let kept) = $0 { kept } else { nil } } }

    var reports: [String] {
        actions.compactMap { if case .report(let report) = $0 { "\(report.layer) \(report.text)" } else { nil } }
    }

    mutating func advance(by time: Duration) {
        steady += time
        wall += time
        actions = engine.advance(at: now)
    }

    mutating func connect(epoch: String = "e", layers: [String] = []) {
        actions = engine.connect(epoch: epoch, layers: layers, at: now)
    }

    /// Replaces the record of the last actions.
    mutating func set(_ actions: [SyncAction]) { self.actions = actions }

    mutating func disconnect() { engine.disconnect(at: now) }

    /// Passes an outcome from etcd to the engine.
    mutating func deliver(_ outcome: FetchOutcome, of layer: String = "team") {
        actions = engine.deliver(layer, outcome, at: now)
    }

    mutating func finish(_ outcome: FetchOutcome, of layer: String = "team", hasWaited: Bool = false) {
        actions = engine.finish(layer, outcome, hasWaited: hasWaited, at: now)
    }

    mutating func finish(_ text: String, tag: String? = nil, of layer: String = "team") {
        finish(.content(Array(text.utf8), Validators(entityTag: tag)), of: layer)
    }

    /// Ends a fetch of a source; returns the actions.
    mutating func finish(_ outcome: FetchOutcome, of source: SyncSource) -> [SyncAction] {
        engine.finish(source, outcome, at: now)
    }

    mutating func finishPut(_ outcome: PutOutcome, of layer: String = "team") {
        actions = engine.finishPut(layer, outcome, at: now)
    }

    mutating func receiveFlags(_ values: JSONObject) { actions = engine.receiveFlags(values, at: now) }

    mutating func finishDeactivation(_ fault: String? = nil, of layer: String = "team") {
        actions = engine.finishDeactivation(layer, fault, at: now)
    }

    /// Passes a configuration to the engine.
    mutating func configure(_ configuration: SyncConfiguration) {
        actions = engine.configure(configuration, at: now)
    }

    /// Asks for a fetch; returns whether there is such a layer.
    mutating func fetchNow(_ layer: String?) -> Bool { engine.fetchNow(layer, at: now) }

    /// Resets a layer.
    mutating func reset(_ layer: String = "team") { actions = engine.reset(layer, at: now) }

    var removed: [String] { actions.compactMap { if case .remove(let layer) = $0 { layer } else { nil } } }

    static func configuration(_ change: (inout SyncSource) -> Void = { _ in }) -> SyncConfiguration {
        var source = SyncSource(layer: "team", url: "https://config.example/team.json")
        change(&source)
        var configuration = SyncConfiguration()
        configuration.sources = [source]
        configuration.activate = ["team"]
        return configuration
    }
}

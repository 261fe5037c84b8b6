import FlagEngine
import JSONCore
import StateCore
import SystemCore
import TunableEngine
import TunerAPI

/// The list of all layers, the active ones first.
struct ListedLayers: StreamedMember {
    private let layers: [Layer]
    private let active: Set<String>
    private let softState: SoftState
    private let sources: [String: SyncSourceRecord]
    private let now: Moment
    private var next = 0

    init(_ state: State, _ softState: SoftState, _ sources: [String: SyncSourceRecord], at now: Moment) {
        layers = state.allLayers
        active = Set(state.activeNames)
        self.softState = softState
        self.sources = sources
        self.now = now
    }

    static var isArray: Bool { true }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        while next < layers.count {
            guard !budget.isFull(writer) else { return false }
            try listed(layers[next]).write(to: &writer)
            budget.steps -= 1 + layers[next].locks.patterns.count
            next += 1
        }
        return true
    }

    private func listed(_ layer: Layer) -> ListedLayer {
        let health = LayerHealth(of: layer, softState, at: now)
        var listed = ListedLayer()
        listed.name = layer.name
        listed.isActive = active.contains(layer.name)
        listed.version = layer.version
        listed.timeToLive = layer.timeToLive
        listed.source = layer.source
        listed.age = health.age
        listed.isStale = health.isStale
        listed.end = layer.ending?.time.rfc3339
        listed.isKillSwitch = layer.isKillSwitch
        listed.locks = layer.locks.patterns.map(\.text)
        listed.values = Int64(layer.values.count)
        listed.flags = Int64(layer.flags.count)
        listed.rejected = health.rejection.map { RejectionRecord($0) }
        listed.sync = sources[layer.name]
        return listed
    }
}

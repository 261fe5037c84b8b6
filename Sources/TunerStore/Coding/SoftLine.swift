import JSONCore
import StateCore
import StewEngine
import TunableEngine

/// The soft state as one line of a journal or a snapshot.
struct SoftLine: JSONRecord {
    package static let fields = JSONFieldTable<SoftLine>([
        .required("soft", \.layers, "The health of the layers."),
        .defaulted("declared", \.declarations, "The times of the last declarations, in milliseconds since 1970."),
        .optional("stew", \.stew, "The last result of stew.compute."),
        .optional("units", \.units, "The preferred unit of heat."),
        .optional(
            "identity",
            \.identity,
            "The name of the state for bucketing by flags, if it is not the epoch."
        ),
    ])

    var identity: String?
    var stew: StewLine?
    var units: String?
    var layers: [LayerHealthLine] = []
    var declarations = JSONMap<Int64>()

    package init() {}
}

/// The soft state of one layer.
struct LayerHealthLine: JSONRecord {
    package static let fields = JSONFieldTable<LayerHealthLine>([
        .required("layer", \.layer, "The name of the layer."),
        .optional("arrival", \.arrival, "The time when the layer was last put, in milliseconds since 1970."),
        .optional("rejected", \.rejected, "The number of layers.put calls that were refused since then."),
        .optional("time", \.time, "The time of the last refusal."),
        .optional("error", \.error, "The error of the last refusal."),
    ])

    var layer: String = ""
    var arrival: Int64?
    var rejected: Int64?
    var time: Int64?
    var error: String?

    package init() {}
}

extension SoftLine {
    /// Creates the line for a soft state.
    init(_ state: SoftState) {
        self.init()
        identity = state.identity
        stew = state.stew.last.map { StewLine($0) }
        units = state.stew.preferredUnit?.rawValue
        layers = state.layers.sorted { $0.key < $1.key }.map { name, health in
            var line = LayerHealthLine()
            line.layer = name
            line.arrival = health.arrival?.milliseconds
            line.rejected = health.rejection?.count
            line.time = health.rejection?.time.milliseconds
            line.error = health.rejection?.error
            return line
        }
        declarations.entries = state.declarations.sorted { $0.key < $1.key }.map { key, time in
            (key.text, time.milliseconds)
        }
    }

    /// Returns the soft state.
    func state() throws(CodingFault) -> SoftState {
        var state = SoftState()
        state.identity = identity
        // A stew or unit that this version does not know is dropped: soft state may be lost anyway.
        state.stew.last = stew?.plan
        state.stew.preferredUnit = units.flatMap { StewUnit(rawValue: $0) }
        for (text, time) in declarations.entries {
            state.note(declarationOf: CollectionOfOne(try Key(stored: text)), at: Moment(milliseconds: time))
        }
        for line in layers {
            var health = SoftState.LayerRecord()
            health.arrival = line.arrival.map { Moment(milliseconds: $0) }
            if let count = line.rejected, let time = line.time, let error = line.error {
                health.rejection = SoftState.Rejection(
                    count: count,
                    time: Moment(milliseconds: time),
                    error: error
                )
            }
            state.layers[line.layer] = health
        }
        return state
    }
}

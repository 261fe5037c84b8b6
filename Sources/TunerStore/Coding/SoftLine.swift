import JSONCore
import StateCore
import StewEngine
import TunableEngine

/// The soft state as one line of a journal or a snapshot.
struct SoftLine: JSONRecord {
    package static let fields = JSONFieldTable<SoftLine>([
        .required("soft", \.layers, "How layers fare."),
        .defaulted("declared", \.declarations, "When keys were last declared, in milliseconds since 1970."),
        .optional("stew", \.stew, "What was computed last of stews."),
        .optional("units", \.units, "In which unit heat is shown."),
        .optional(
            "identity",
            \.identity,
            "What flags call the state by which they bucket, where that is not its epoch."
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
        .required("layer", \.layer, "Its name."),
        .optional("arrival", \.arrival, "When it was put last, in milliseconds since 1970."),
        .optional("rejected", \.rejected, "How many were refused since."),
        .optional("time", \.time, "When last."),
        .optional("error", \.error, "Why last."),
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

import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// A layer as it was last put.
struct LayerLine: JSONRecord {
    package static let fields = JSONFieldTable<LayerLine>([
        .required("name", \.name, "The name of the layer."),
        .optional("version", \.version, "The version of the layer."),
        .optional("ttl", \.timeToLive, "The seconds after which the layer is stale."),
        .optional("source", \.source, "The source of the layer."),
        .defaulted("locks", \.locks, "The patterns of the locked keys."),
        .defaulted("killSwitch", \.isKillSwitch, "Whether the layer limits its keys to their defaults."),
        .optional("schema", \.schema, "The schema of the values."),
        .defaulted("flags", \.flags, "The definitions of the flags, by key."),
        .required("values", \.values, "The values, by key."),
        .optional("end", \.end, "The time when the layer ends, in milliseconds since 1970."),
        .defaulted("before", \.before, "The layer after that time, if there is one."),
        .optional("try", \.tryID, "The pending try that the layer belongs to."),
    ])

    var name: String = ""
    var version: String?
    var timeToLive: Int64?
    var source: String?
    var locks: [String] = []
    var isKillSwitch: Bool = false
    var schema: JSONObject?
    var flags: JSONMap<JSONObject> = JSONMap<JSONObject>()
    var values: JSONMap<JSON> = JSONMap<JSON>()
    var end: Int64?
    /// At most one layer, without an end.
    var before: [LayerLine] = []
    var tryID: Int64?

    package init() {}
}

extension LayerLine {
    /// Creates the line for a layer.
    init(_ layer: Layer) {
        self.init()
        name = layer.name
        version = layer.version
        timeToLive = layer.timeToLive
        source = layer.source
        locks = layer.locks.texts
        isKillSwitch = layer.isKillSwitch
        schema = layer.schema
        flags.entries = layer.flags.definitions.map { ($0.key.text, $0.definition) }
        layer.values.forEachInOrder { key, value in
            values.entries.append((Key(known: key).text, copy value))
        }
        end = layer.ending?.time.milliseconds
        before = layer.ending?.before.map { [LayerLine($0)] } ?? []
        tryID = layer.ending?.tryID
    }

    /// Returns the layer.
    func layer() throws(CodingFault) -> Layer {
        var map = KeyMap<JSON>()
        for (key, value) in values.entries {
            _ = map.insert(value, for: try Key(stored: key).text.utf8.span)
        }
        var definitions = FlagSet()
        for (key, definition) in flags.entries {
            definitions.insert(try FlagDefinition.stored(definition, of: try FlagKey(stored: key)))
        }
        return Layer(
            name: name,
            values: map,
            flags: definitions,
            schema: schema,
            locks: try KeyPatterns(stored: locks),
            isKillSwitch: isKillSwitch,
            version: version,
            timeToLive: timeToLive,
            source: source,
            ending: try end.map { (end) throws(CodingFault) in
                Layer.Ending(time: Moment(milliseconds: end), before: try before.first?.layer(), tryID: tryID)
            }
        )
    }
}

extension KillSwitchLine {
    /// Creates the line for a kill switch entry.
    init(_ entry: KillSwitchEntry) {
        self.init()
        match = entry.patterns.texts
        reason = entry.reason
    }

    /// Returns the kill switch entry.
    func entry() throws(CodingFault) -> KillSwitchEntry {
        KillSwitchEntry(patterns: try KeyPatterns(stored: match), reason: reason)
    }
}

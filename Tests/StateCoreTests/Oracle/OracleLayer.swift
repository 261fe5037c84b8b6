import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// A layer of the oracle.
struct OracleLayer: Equatable {
    let name: String
    let values: [Key: JSON]
    let flags: [FlagKey: FlagDefinition]
    let schema: JSONObject?
    let locks: KeyPatterns
    let isKillSwitch: Bool
    let version: String?
    let timeToLive: Int64?
    let source: String?
    /// When a temporary layer ends.
    var end: Moment?
    /// The lasting layer after the end: at most one.
    var before: [OracleLayer] = []
    /// The pending try that the layer belongs to.
    var tryID: Int64?

    /// The layer after the end of this one, if it is temporary; nil means that there is none.
    var lasting: OracleLayer? { end == nil ? self : before.first }

    init(_ layer: Layer) {
        name = layer.name
        values = Dictionary(layer.values)
        flags = Dictionary(uniqueKeysWithValues: layer.flags.definitions.map { ($0.key, $0) })
        schema = layer.schema
        locks = layer.locks
        isKillSwitch = layer.isKillSwitch
        version = layer.version
        timeToLive = layer.timeToLive
        source = layer.source
        end = layer.ending?.time
        before = layer.ending?.before.map { [OracleLayer($0)] } ?? []
        tryID = layer.ending?.tryID
    }
}

extension [Key: JSON] {
    fileprivate init(_ map: KeyMap<JSON>) {
        self.init()
        map.forEachInOrder { key, value in
            self[Key(known: key)] = copy value
        }
    }
}

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

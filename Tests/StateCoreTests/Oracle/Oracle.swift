import FlagEngine
import JSONCore
import TunableEngine

@testable import StateCore

/// A second, deliberately naive implementation of the state: dictionaries, and every result computed from scratch.
///
/// It uses the types of the `StateCore` interface, but none of its logic.
struct Oracle {
    let rules: StateRules
    var revision: Int64 = 0
    var declarations: [Key: TunableDeclaration] = [:]
    var local: [Key: Stored] = [:]
    /// The local definitions of flags.
    var defined: [FlagKey: FlagDefinition] = [:]
    /// The declarations of flags.
    var declaredFlags: [FlagKey: FlagDeclaration] = [:]
    /// The overrides of flags outside every world.
    var overrides: [FlagKey: OracleOverride] = [:]
    /// The overrides of flags in each world.
    var worldOverrides: [String: [FlagKey: OracleOverride]] = [:]
    var layers: [String: OracleLayer] = [:]
    var active: [String] = []
    var killSwitch: [KillSwitchEntry] = []
    var worlds: [String: [Key: Stored]] = [:]
    /// The worlds that are proposals.
    var proposals: Set<String> = []
    /// The pending tries by identity.
    var tries: [Int64: OracleTry] = [:]
    /// The newest `rules.history.commits` commits, the oldest first.
    var history: [OracleCommit] = []
    /// The undone commits, each with the revision of the commit that undid it.
    var undone: [Int64: Int64] = [:]
    /// The revision that last changed each existing key.
    var keyRevisions: [Key: Int64] = [:]

    init(rules: StateRules) {
        self.rules = rules
        declarations = Oracle.builtIn
    }

    /// The built-in tunables, read from their table because the table is their only definition.
    private static let builtIn: [Key: TunableDeclaration] = {
        var declarations: [Key: TunableDeclaration] = [:]
        BuiltInTunables.all.forEachInOrder { key, tunable in
            declarations[Key(known: key)] = tunable.declaration
        }
        return declarations
    }()

    func isBuiltIn(_ key: Key) -> Bool { Oracle.builtIn[key] != nil }

    /// The number of keys, without built-in tunables.
    var boundKeys: Int { keys.count - Oracle.builtIn.count }

    /// Every key that is declared, has a local value, or has a value in an active layer.
    var keys: Set<Key> {
        var keys = Set(declarations.keys).union(local.keys)
        for layer in activeLayers {
            keys.formUnion(layer.values.keys)
        }
        return keys
    }

    /// The active layers, in order of precedence.
    var activeLayers: [OracleLayer] { active.compactMap { layers[$0] } }

    func exists(_ key: Key, in world: String?) -> Bool {
        keys.contains(key) || stored(key, in: world) != nil
    }

    /// Returns the value that is set in a world, or the local value if `world` is nil.
    func stored(_ key: Key, in world: String?) -> Stored? {
        if let world {
            return worlds[world]?[key]
        }
        return local[key]
    }

    /// Sets a value in a world, or the local value if `world` is nil.
    mutating func store(_ stored: Stored?, _ key: Key, in world: String?) {
        if let world {
            worlds[world]?[key] = stored
        } else {
            local[key] = stored
        }
    }

    /// When the next temporary override ends.
    var nextDeadline: Moment? {
        let values = ([local] + worlds.values).flatMap { $0.values.compactMap(\.end) }
        let flags = ([overrides] + worldOverrides.values).flatMap { $0.values.compactMap(\.end) }
        return (values + flags + layers.values.compactMap(\.end)).min()
    }
}

import FlagEngine
import JSONCore
import TunableEngine

@testable import StateCore

/// The state once more, naive on purpose: a dictionary for each place, and every question answered from scratch.
///
/// It shares with `StateCore` the words of its interface, and with nobody how it decides.
struct Oracle {
    let rules: StateRules
    var revision: Int64 = 0
    var declarations: [Key: Declaration] = [:]
    var local: [Key: Stored] = [:]
    /// What flags were defined to be for all.
    var defined: [FlagKey: FlagDefinition] = [:]
    /// What flags are forced to be for all.
    var forced: [FlagKey: Forced] = [:]
    /// And in worlds.
    var worldForced: [String: [FlagKey: Forced]] = [:]
    var layers: [String: OracleLayer] = [:]
    var active: [String] = []
    var limits: [ManualLimit] = []
    var worlds: [String: [Key: Stored]] = [:]
    /// Oldest first, the newest `rules.history.commits`.
    var history: [OracleCommit] = []
    /// Commits that were taken back, and by which.
    var undone: [Int64: Int64] = [:]
    /// The last commit that changed a key, while it exists.
    var keyRevisions: [Key: Int64] = [:]

    init(rules: StateRules) {
        self.rules = rules
        declarations = Oracle.builtIn
    }

    /// What Tuner itself declares: read off its table, for a table is all that there is to it.
    private static let builtIn: [Key: Declaration] = {
        var declarations: [Key: Declaration] = [:]
        BuiltInTunables.all.forEachInOrder { key, tunable in
            declarations[Key(known: key)] = tunable.declaration
        }
        return declarations
    }()

    /// Whether Tuner itself has declared a key.
    func isBuiltIn(_ key: Key) -> Bool { Oracle.builtIn[key] != nil }

    /// How many keys there are beside those.
    var boundKeys: Int { keys.count - Oracle.builtIn.count }

    /// Every key that is declared, was set, or has a value in an active layer.
    var keys: Set<Key> {
        var keys = Set(declarations.keys).union(local.keys)
        for layer in activeLayers {
            keys.formUnion(layer.values.keys)
        }
        return keys
    }

    /// Layers that count, the first first.
    var activeLayers: [OracleLayer] { active.compactMap { layers[$0] } }

    /// Whether a key exists for those who are in a world, or in none.
    func exists(_ key: Key, in world: String?) -> Bool {
        keys.contains(key) || stored(key, in: world) != nil
    }

    /// What was set in a world, or for all.
    func stored(_ key: Key, in world: String?) -> Stored? {
        if let world {
            return worlds[world]?[key]
        }
        return local[key]
    }

    /// Sets something in a world, or for all.
    mutating func store(_ stored: Stored?, _ key: Key, in world: String?) {
        if let world {
            worlds[world]?[key] = stored
        } else {
            local[key] = stored
        }
    }

    /// When the next override ends.
    var nextDeadline: Moment? {
        let values = ([local] + worlds.values).flatMap { $0.values.compactMap(\.end) }
        let flags = ([forced] + worldForced.values).flatMap { $0.values.compactMap(\.end) }
        return (values + flags).min()
    }
}

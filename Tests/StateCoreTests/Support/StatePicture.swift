import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// Everything visible of a state, to compare it at two times.
struct StatePicture: Equatable {
    /// Everything visible of one key.
    struct KeyPicture: Equatable {
        let resolution: Resolution
        let revision: Int64
        let declaration: TunableDeclaration?
        let local: LocalValue?
    }

    /// Everything visible of one flag.
    struct FlagPicture: Equatable {
        let definition: FlagDefinition?
        let origin: Origin
        let local: FlagDefinition?
        let declared: FlagDeclaration?
        let override: StoredOverride?
        let isLimited: Bool
    }

    let revision: Int64
    let tunables: [Key: KeyPicture]
    let count: Int
    let flags: [FlagKey: FlagPicture]
    let flagCount: Int
    let layers: [Layer]
    let active: [String]
    let killSwitch: [KillSwitchEntry]
    let history: [Int64]
    let undone: [Int64: Int64]
    /// The effective values in each world.
    let worlds: [String: [Key: Resolution]]
    let nextDeadline: Moment?
    let tries: [PendingTry]

    init(_ state: State, worlds names: [String] = []) {
        revision = state.revision
        var tunables: [Key: KeyPicture] = [:]
        state.visitTunables { key, tunable in
            tunables[Key(known: key)] = KeyPicture(
                resolution: tunable.resolution,
                revision: tunable.revision,
                declaration: tunable.declaration,
                local: tunable.local
            )
            return true
        }
        self.tunables = tunables
        count = state.tunableCount
        var flags: [FlagKey: FlagPicture] = [:]
        state.visitFlags { key, flag in
            flags[FlagKey(known: key)] = FlagPicture(
                definition: flag.definition,
                origin: flag.origin,
                local: flag.local,
                declared: flag.declared,
                override: flag.override,
                isLimited: flag.isLimited
            )
            return true
        }
        self.flags = flags
        flagCount = state.flagCount
        layers = state.allLayers
        active = state.activeNames
        killSwitch = state.killSwitch
        history = state.history.newestFirst.map(\.revision)
        undone = Dictionary(uniqueKeysWithValues: state.history.marks.map { ($0.undone, $0.by) })
        var worlds: [String: [Key: Resolution]] = [:]
        for name in names {
            guard let world = try? state.world(name) else { continue }
            worlds[name] = Dictionary(
                uniqueKeysWithValues: Script.keys.map { ($0, state.resolution(of: $0.text.utf8.span, in: world)) }
            )
        }
        self.worlds = worlds
        nextDeadline = state.nextDeadline
        tries = state.allTries
    }
}

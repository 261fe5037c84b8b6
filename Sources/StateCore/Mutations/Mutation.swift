package import FlagEngine
package import JSONCore
package import TunableEngine

/// A request to change the state.
///
/// Every durable change begins as a mutation.
package enum Mutation: Sendable {
    case set(Key, JSON, WriteOptions)
    case update([Entry], WriteOptions)
    /// Stores values, and resets the other keys that match the patterns; nil for all other keys.
    case setAll([Entry], WriteOptions, resetting: KeyPatterns? = nil)
    case `import`(values: [Entry], specs: [KeyedSpec], WriteOptions)
    case reset(Key, ifRevision: Int64? = nil)
    case resetAll(KeyPatterns?)
    case toggle(Key, WriteOptions)
    case step(Key, by: Int64, WriteOptions)
    case declare([KeyedSpec], replace: Bool)
    case forget(Key)
    /// Undoes the newest change; `skips` is whether changes that cannot be undone are left out.
    case undo(everyone: Bool, skips: Bool = false)
    case redo(everyone: Bool)
    /// Puts a layer, for this number of milliseconds or without an end.
    case putLayer(Layer, for: Int64? = nil)
    /// Removes the end of a temporary layer.
    case keepLayer(String)
    /// Ends a temporary layer now.
    case revertLayer(String)
    case removeLayer(String)
    case activate([String])
    case addKillSwitch(KillSwitchEntry)
    case removeKillSwitch(KeyPatterns?)
    /// Defines flags, or only flags that no origin defines yet.
    case defineFlags([FlagDefinition], creating: Bool = false)
    case declareFlags([FlagDefinition], replace: Bool)
    case removeFlag(FlagKey)
    /// Overrides a flag, for this number of milliseconds or without an end.
    case setFlag(FlagKey, FlagOverride, for: Int64?)
    case resetFlag(FlagKey)
    /// Ends the temporary values, overrides and layers whose end has passed.
    case revert
    /// Changes values, flags and a layer for a number of milliseconds, all or none.
    case beginTry(TryRequest, for: Int64)
    /// Makes the changes of a pending try permanent.
    case confirmTry(Int64)
    /// Reverts the changes of a pending try now, for a reason.
    case cancelTry(Int64, because: String?)
    case createWorld(String)
    /// Copies a world to a new one, which waits for a person to merge or drop it.
    case proposeWorld(String, copying: String, summary: String)
    case dropWorld(String)
    /// Moves the values of a world to the shared state; with `ifRevision`, only if they did not change after it there.
    case mergeWorld(String, ifRevision: Int64? = nil)

    package struct Entry: Sendable {
        package let key: Key
        package let value: JSON
        /// Whether an invalid value or an undeclared key leaves the key unchanged, instead of refusing the mutation.
        package let mayBeInvalid: Bool

        package init(_ key: Key, _ value: JSON, mayBeInvalid: Bool = false) {
            self.key = key
            self.value = value
            self.mayBeInvalid = mayBeInvalid
        }
    }

    package struct KeyedSpec: Sendable {
        package let key: Key
        package let spec: Spec

        package init(_ key: Key, _ spec: Spec) {
            self.key = key
            self.spec = spec
        }
    }
}

extension Mutation {
    /// The kind of a mutation.
    ///
    /// The raw value is the method. The history shows it and the journal stores it, so it never changes.
    package enum Kind: String, CaseIterable, Sendable {
        case set = "tunables.set"
        case update = "tunables.update"
        case setAll = "tunables.setAll"
        case `import` = "tunables.import"
        case reset = "tunables.reset"
        case resetAll = "tunables.resetAll"
        case toggle = "tunables.toggle"
        case step = "tunables.step"
        case declare = "tunables.declare"
        case forget = "tunables.forget"
        case undo = "tunables.undo"
        case redo = "tunables.redo"
        case putLayer = "layers.put"
        case keepLayer = "layers.keep"
        case revertLayer = "layers.revert"
        case removeLayer = "layers.remove"
        case activate = "layers.activate"
        /// The kind of `addKillSwitch` and of `removeKillSwitch`.
        case killSwitch = "flags.killSwitch"
        case defineFlags = "flags.define"
        case declareFlags = "flags.declare"
        case removeFlag = "flags.remove"
        case setFlag = "flags.set"
        case resetFlag = "flags.reset"
        case revert = "tunables.revert"
        case beginTry = "tunables.try"
        case confirmTry = "tunables.confirm"
        case cancelTry = "tunables.cancel"
        case createWorld = "worlds.create"
        case proposeWorld = "worlds.propose"
        case dropWorld = "worlds.drop"
        case mergeWorld = "worlds.merge"

        /// What `undo` does with commits of this kind.
        package var undoRule: UndoRule {
            switch self {
            case .set, .update, .setAll, .import, .reset, .resetAll, .toggle, .step, .mergeWorld, .setFlag, .resetFlag,
                .beginTry, .confirmTry:
                .undoable
            case .declare, .forget, .putLayer, .keepLayer, .revertLayer, .removeLayer, .activate, .killSwitch,
                .defineFlags,
                .declareFlags, .removeFlag, .createWorld, .proposeWorld, .dropWorld:
                .permanent
            case .undo, .redo, .revert, .cancelTry:
                .consequence
            }
        }
    }

    /// The kind, which names the mutation in the history and decides what `undo` does with its commit.
    package var kind: Kind {
        switch self {
        case .set: .set
        case .update: .update
        case .setAll: .setAll
        case .import: .import
        case .reset: .reset
        case .resetAll: .resetAll
        case .toggle: .toggle
        case .step: .step
        case .declare: .declare
        case .forget: .forget
        case .undo: .undo
        case .redo: .redo
        case .putLayer: .putLayer
        case .keepLayer: .keepLayer
        case .revertLayer: .revertLayer
        case .removeLayer: .removeLayer
        case .activate: .activate
        case .addKillSwitch, .removeKillSwitch: .killSwitch
        case .defineFlags: .defineFlags
        case .declareFlags: .declareFlags
        case .removeFlag: .removeFlag
        case .setFlag: .setFlag
        case .resetFlag: .resetFlag
        case .revert: .revert
        case .beginTry: .beginTry
        case .confirmTry: .confirmTry
        case .cancelTry: .cancelTry
        case .createWorld: .createWorld
        case .proposeWorld: .proposeWorld
        case .dropWorld: .dropWorld
        case .mergeWorld: .mergeWorld
        }
    }
}

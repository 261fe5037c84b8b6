/// The kinds of mutations.
///
/// The raw value is the method, which history shows and the journal stores: it never changes.
package enum MutationKind: String, CaseIterable, Sendable {
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
    case removeLayer = "layers.remove"
    case activate = "layers.activate"
    /// Limiting and lifting.
    case killSwitch = "flags.killSwitch"
    case defineFlags = "flags.define"
    case removeFlag = "flags.remove"
    case setFlag = "flags.set"
    case resetFlag = "flags.reset"
    case revert = "tunables.revert"
    case createWorld = "worlds.create"
    case dropWorld = "worlds.drop"
    case mergeWorld = "worlds.merge"

    /// What `undo` does with commits of this kind.
    package var undoRule: UndoRule {
        switch self {
        case .set, .update, .setAll, .import, .reset, .resetAll, .toggle, .step, .mergeWorld, .setFlag, .resetFlag:
            .undoable
        case .declare, .forget, .putLayer, .removeLayer, .activate, .killSwitch, .defineFlags, .removeFlag,
            .createWorld, .dropWorld:
            .permanent
        case .undo, .redo, .revert:
            .consequence
        }
    }
}

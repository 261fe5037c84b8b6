import FlagEngine
import StateCore
import SystemCore
import TunableEngine

/// What changes for a client that goes from one world to another, or leaves or joins one.
struct WorldDifference {
    let values: ChangeBatch<Change>
    let flags: ChangeBatch<FlagDifference>

    /// Compares two worlds in one state; nil is outside of all worlds.
    ///
    /// A world that does not exist has no difference: another notification reports its end.
    init(in state: State, from old: String?, to new: String?, at time: Moment) {
        var changes: [Change] = []
        var differences: [FlagDifference] = []
        if let old = try? View(state, from: old), let new = try? View(state, from: new) {
            changes = new.changes(from: old)
            differences = Set(old.ownFlagKeys).union(new.ownFlagKeys).sorted().map { key in
                let (shared, bytes) = (state.flag(key), key.text.utf8.span)
                return FlagDifference(
                    key: key,
                    old: (shared, old.world?.flags.value(of: bytes)),
                    new: (shared, new.world?.flags.value(of: bytes))
                )
            }
        }
        values = ChangeBatch(changes, revision: state.revision, time: time, actor: nil)
        flags = ChangeBatch(differences, revision: state.revision, time: time, actor: nil)
    }
}

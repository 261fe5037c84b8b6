import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Returns the draft that moves the values of a world to the local values and empties the world.
    ///
    /// With `ifRevision`, a key or flag of the world that has changed after that revision in the shared state is a
    /// conflict. A proposal ends, so that no second client merges it. Another world stays, and its members continue to
    /// see the same values. A temporary value keeps its end. When it ends, it restores the value that the world would
    /// have shown.
    func merging(world id: String, ifRevision: Int64? = nil) throws(StateRefusal) -> Draft {
        var draft = Draft()
        var faults: [StateRefusal] = []
        try world(id).values.forEachInOrder { bytes, own in
            let key = Key(known: bytes)
            do throws(StateRefusal) {
                let shared = tunable(bytes)
                if let ifRevision { try checkUnchanged(key, shared, since: ifRevision) }
                if let edit = edit(key, from: shared, to: try merged(own, into: shared, key)) {
                    draft.edits.append(edit)
                }
                draft.worldEdits.append(.value(id, key, nil))
            } catch {
                faults.append(error)
            }
        }
        let changedFlags = ifRevision.map { overrideChanges(since: $0) } ?? [:]
        try world(id).flags.forEachInOrder { bytes, own in
            let key = FlagKey(known: bytes)
            do throws(StateRefusal) {
                let shared = flag(key)
                if let commit = changedFlags[key] {
                    throw .changedByOther(.flag(key), commit.actor, revision: commit.revision)
                }
                let override = try merged(own, into: shared, key)
                if shared?.override != override {
                    draft.edits.append(.override(key, override))
                }
                draft.worldEdits.append(.override(id, key, nil))
            } catch {
                faults.append(error)
            }
        }
        try StateRefusal.check(faults)
        if try world(id).proposal != nil { draft.worldEdits = [.drop(id)] }
        return draft
    }

    /// Returns the flags whose override has changed after a revision, each with the last commit that changed it.
    ///
    /// The history may have dropped older commits of this range.
    private func overrideChanges(since revision: Int64) -> [FlagKey: Commit] {
        var changes: [FlagKey: Commit] = [:]
        for commit in history.newestFirst {
            guard commit.revision > revision else { break }
            for change in commit.overrideChanges where changes[change.key] == nil { changes[change.key] = commit }
        }
        return changes
    }

    /// Returns a world's override of a flag as an override outside every world.
    private func merged(
        _ own: borrowing StoredOverride,
        into shared: StoredFlag?,
        _ key: FlagKey
    ) throws(StateRefusal) -> StoredOverride {
        let override = try checked(own.content, for: key, shared)
        guard let ending = own.ending else { return StoredOverride(override) }
        let before = try ending.before.map { (override) throws(StateRefusal) in
            try checked(override, for: key, shared)
        }
        let beneath = before ?? StoredOverride.lasting(shared?.override)
        return StoredOverride(override, ending: StoredOverride.Ending(time: ending.time, before: beneath))
    }

    /// Returns a world's value as a local value, merged with the lasting local value where the spec merges by union.
    private func merged(
        _ own: borrowing LocalValue,
        into shared: StoredTunable?,
        _ key: Key
    ) throws(StateRefusal) -> LocalValue {
        let lasting = LocalValue.lasting(shared?.local)
        func merged(_ value: JSON) throws(StateRefusal) -> JSON {
            let value = try checked(key, value, shared, .plain, in: nil)
            guard let spec = shared?.declaration?.spec, spec.merge == .union,
                let admitted = lasting.flatMap({ resolver.admitted($0, by: spec) })
            else { return value }
            return resolver.joined([value, admitted], spec) ?? value
        }
        let value = try merged(own.value)
        guard let ending = own.ending else { return LocalValue(value) }
        let before = try ending.before.map { (value) throws(StateRefusal) in try merged(value) } ?? lasting
        return LocalValue(value, ending: LocalValue.Ending(time: ending.time, before: before))
    }
}

import FlagEngine
import JSONCore
import StateCore
import TunableEngine

extension Oracle {
    private static let valueOperations: Set<String> = [
        "tunables.set", "tunables.update", "tunables.toggle", "tunables.step", "tunables.setAll", "tunables.import",
        "tunables.reset", "tunables.resetAll", "worlds.merge", "flags.set", "flags.reset", "tunables.try",
        "tunables.confirm",
    ]

    private static let consequences: Set<String> = [
        "tunables.undo", "tunables.redo", "tunables.revert", "tunables.cancel",
    ]
    private static let declarations: Set<String> = ["tunables.declare", "flags.declare"]

    /// Undoes the newest change by the same uid and client name, or by any client except for declarations of others.
    ///
    /// The changes of one drag of a slider are undone together. If the newest change cannot be undone, an older one is
    /// undone only with `skips`.
    mutating func undo(everyone: Bool, skips: Bool, by actor: Actor) throws(Complaint) -> [Int64] {
        let candidates = history.filter { commit in
            let isOwn = commit.actor.isSame(as: actor)
            return undone[commit.revision] == nil && !Oracle.consequences.contains(commit.operation)
                && (isOwn || everyone && !Oracle.declarations.contains(commit.operation))
        }
        guard let newest = candidates.last else { throw Complaint("nothingToUndo") }
        let possible = candidates.last { isUndoable($0) && faults(ofRestoring: drag(endingWith: $0)).isEmpty }
        guard let possible, skips || possible.revision == newest.revision else {
            let reasons = isUndoable(newest) ? faults(ofRestoring: drag(endingWith: newest)) : [""]
            throw Complaint(Set(reasons.map { "notUndoable \(newest.revision) \(possible != nil) \($0)" }))
        }
        try Oracle.collecting(possible.subjects) { subject throws(Complaint) in
            try checkNoOtherAuthor(changed: subject, since: possible)
        }
        let step = drag(endingWith: possible)
        try restore(before: step)
        for commit in step {
            undone[commit.revision] = revision
        }
        return step.map(\.revision)
    }

    private func faults(ofRestoring drag: [OracleCommit]) -> Set<String> {
        var copy = self
        do throws(Complaint) {
            try copy.restore(before: drag)
            return []
        } catch {
            return error.faults
        }
    }

    private mutating func restore(before drag: [OracleCommit]) throws(Complaint) {
        guard let oldest = drag.last else { return }
        try Oracle.collecting(oldest.subjects) { subject throws(Complaint) in
            switch subject {
            case .tunable(let key):
                try restore(Stored(Stored.lasting(oldest.locals[key]?.before)), key, undoing: oldest)
            case .flag(let key):
                try restore(OracleOverride(OracleOverride.lasting(oldest.overrideChanges[key]?.before)), key)
            }
        }
    }

    /// Redoes the newest undo that is not redone, if the actor changed no value after it.
    mutating func redo(everyone: Bool, by actor: Actor, at time: Moment) throws(Complaint) -> [Int64] {
        let own = history.filter { everyone || $0.actor.isSame(as: actor) }
        let newestChange = own.last { isUndoable($0) }?.revision ?? 0
        let undos = own.filter { commit in
            commit.operation == "tunables.undo" && undone.values.contains(commit.revision)
        }
        guard let undo = undos.last, undo.revision > newestChange else { throw Complaint("nothingToRedo") }
        let taken = undone.filter { $0.value == undo.revision }.keys.sorted(by: >)
        guard let newest = history.last(where: { taken.contains($0.revision) }) else {
            throw Complaint("nothingToRedo")
        }
        try Oracle.collecting(newest.subjects) { subject throws(Complaint) in
            try checkNoOtherAuthor(changed: subject, since: undo)
        }
        try Oracle.collecting(newest.subjects) { subject throws(Complaint) in
            switch subject {
            case .tunable(let key):
                var after = newest.locals[key]?.after
                if let end = after?.end, end <= time {
                    after = Stored(Stored.lasting(after))
                }
                after?.tryID = nil
                try restore(after, key)
            case .flag(let key):
                var after = newest.overrideChanges[key]?.after
                if let end = after?.end, end <= time {
                    after = OracleOverride(OracleOverride.lasting(after))
                }
                after?.tryID = nil
                try restore(after, key)
            }
        }
        for revision in taken {
            undone[revision] = nil
        }
        return taken
    }

    private func isUndoable(_ commit: OracleCommit) -> Bool {
        changesValues(commit) && undone[commit.revision] == nil
    }

    private func changesValues(_ commit: OracleCommit) -> Bool {
        Oracle.valueOperations.contains(commit.operation) && !commit.subjects.isEmpty && !commit.changesLayers
    }

    /// Returns the commits of one drag of a slider, the newest first.
    ///
    /// They have the same actor and key, and pauses of less than a second. The drag ends where the actor changed
    /// something else, or where another commit changed the key.
    private func drag(endingWith newest: OracleCommit) -> [OracleCommit] {
        var drag = [newest]
        guard newest.subjects.count == 1, let subject = newest.subjects.first else { return drag }
        for older in history.reversed() where older.revision < newest.revision {
            let isValueChange = changesValues(older)
            if older.actor == newest.actor, !isValueChange, !Oracle.consequences.contains(older.operation) { break }
            let isOwn = older.actor == newest.actor && isValueChange
            guard isOwn || older.subjects.contains(subject) else { continue }
            let pause = drag[drag.count - 1].time.milliseconds - older.time.milliseconds
            guard isOwn, isUndoable(older), older.subjects == [subject], pause < 1_000 else { break }
            drag.append(older)
        }
        return drag
    }

    /// Throws if another client changed the subject after the commit, without counting undone changes.
    ///
    /// An undo, a redo or the end of an override is not a change. It decides whether the change of another commit
    /// counts.
    private func checkNoOtherAuthor(changed subject: Subject, since commit: OracleCommit) throws(Complaint) {
        let others = history.filter { newer in
            newer.revision > commit.revision && !newer.actor.isSame(as: commit.actor)
                && newer.subjects.contains(subject)
                && undone[newer.revision] == nil && !Oracle.consequences.contains(newer.operation)
        }
        if let other = others.last {
            throw Complaint("changedByOther \(subject.text) \(other.actor.client) \(other.revision)")
        }
    }

    /// Stores a value again; a value that was refused before the commit `undone` too is not checked.
    private mutating func restore(
        _ stored: Stored?,
        _ key: Key,
        undoing undone: OracleCommit? = nil
    ) throws(Complaint) {
        guard local[key] != stored else { return }
        if let fault = fault(ofWriting: key) {
            throw fault
        }
        if let stored {
            var others = self
            others.local[key] = nil
            do throws(Complaint) {
                _ = try others.checked(key, stored.value, WriteOptions(), in: nil)
            } catch {
                guard let undone, wasRefused(stored.value, key, before: undone) else { throw error }
            }
        }
        local[key] = stored
    }

    /// Returns whether the key's declaration from before a commit is known and refuses the value.
    private func wasRefused(_ value: JSON, _ key: Key, before commit: OracleCommit) -> Bool {
        guard let present = declarations[key] else { return false }
        let changes = history.filter { $0.declared[key] != nil }
        let isPresent = !changes.contains { $0.revision >= commit.revision }
        let earlier = changes.last { $0.revision < commit.revision }?.declared[key] ?? nil
        guard let declaration = isPresent ? present : earlier else { return false }
        return (try? declaration.spec.accepted(value)) == nil
    }

    private mutating func restore(_ new: OracleOverride?, _ key: FlagKey) throws(Complaint) {
        guard overrides[key] != new else { return }
        if let new {
            _ = try accepted(new.override, key)
        }
        overrides[key] = new
    }

    private static func collecting(
        _ subjects: some Sequence<Subject>,
        _ body: (Subject) throws(Complaint) -> Void
    ) throws(Complaint) {
        var faults: Set<String> = []
        for subject in subjects {
            do throws(Complaint) {
                try body(subject)
            } catch {
                faults.formUnion(error.faults)
            }
        }
        guard faults.isEmpty else { throw Complaint(faults) }
    }
}

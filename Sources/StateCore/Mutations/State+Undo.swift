import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Changes of a key by one actor with a shorter pause than this, in milliseconds, belong to one drag of a slider.
    private static let dragPause: Int64 = 1_000

    /// Returns the draft that undoes the newest change by the author, or by any client if `everyone` is true.
    ///
    /// The changes of one drag of a slider are undone together. If the newest change cannot be undone, it throws, or
    /// with `skips` undoes the newest one that can be.
    func undoing(everyone: Bool, skips: Bool, by author: Author) throws(StateRefusal) -> Draft {
        var refused: (commit: Commit, reasons: [StateRefusal])?
        for commit in history.newestFirst where mayUndo(commit, everyone: everyone, by: author.actor) {
            guard commit.changesValues else {
                refused = refused ?? (commit, [])
                continue
            }
            let drag = drag(endingWith: commit)
            let (edits, reasons) = restoring(before: drag.last ?? commit)
            guard reasons.isEmpty else {
                refused = refused ?? (commit, reasons)
                continue
            }
            if let refused, !skips {
                throw .notUndoable(refused.commit, because: refused.reasons, canSkip: true)
            }
            try checkUnchangedByOthers(commit.subjects, since: commit)
            let revisions = drag.map(\.revision)
            return Draft(edits: edits + [.undone(revisions)], undone: revisions)
        }
        guard let refused else { throw .nothingToUndo }
        throw .notUndoable(refused.commit, because: refused.reasons, canSkip: false)
    }

    /// Returns the draft that redoes the newest undo, or throws if values were changed after it.
    func redoing(everyone: Bool, by author: Author, at time: Moment) throws(StateRefusal) -> Draft {
        guard let undo = newestUndo(everyone: everyone, by: author.actor) else { throw .nothingToRedo }
        let revisions = history.undone(by: undo.revision)
        guard let newest = history.newestFirst.first(where: { revisions.contains($0.revision) }) else {
            throw .nothingToRedo
        }
        var draft = Draft(undone: revisions)
        let afters = newest.locals.map { change in
            let isOver = change.after?.ending.map { $0.time <= time } ?? false
            return (change.key, isOver ? LocalValue.restored(change.after) : change.after?.outsideTry)
        }
        let flagsAfter = newest.overrideChanges.map { change in
            let isOver = change.after?.ending.map { $0.time <= time } ?? false
            return (change.key, isOver ? StoredOverride.restored(change.after) : change.after?.outsideTry)
        }
        try checkUnchangedByOthers(newest.subjects, since: undo)
        let (edits, faults) = restoring(afters, flagsAfter, undoing: nil)
        try StateRefusal.check(faults)
        draft.edits = edits
        draft.edits.append(.redone(draft.undone))
        return draft
    }

    /// Returns whether an undo by the actor must undo, refuse or skip the commit.
    ///
    /// Programs declare their keys when they start, so a user who undoes the changes of everyone is not stopped by the
    /// declarations of others.
    private func mayUndo(_ commit: Commit, everyone: Bool, by actor: Actor) -> Bool {
        guard !commit.isConsequence, history.undoing(commit.revision) == nil else { return false }
        return commit.actor.isSame(as: actor) || everyone && !commit.operation.isDeclaration
    }

    private func newestUndo(everyone: Bool, by actor: Actor) -> Commit? {
        for commit in history.newestFirst where everyone || commit.actor.isSame(as: actor) {
            if commit.operation == .mutation(.undo), !history.undone(by: commit.revision).isEmpty {
                return commit
            }
            if commit.changesValues, history.undoing(commit.revision) == nil {
                return nil
            }
        }
        return nil
    }

    /// Returns the commits of one drag of a slider, the newest first.
    private func drag(endingWith newest: Commit) -> [Commit] {
        let subjects = newest.subjects
        guard subjects.count == 1, let subject = subjects.first else { return [newest] }
        var drag = [newest]
        var next = newest
        for commit in history.newestFirst where commit.revision < newest.revision {
            if commit.actor == newest.actor, !commit.changesValues, !commit.isConsequence { break }
            let isOfActor = commit.actor == newest.actor && commit.changesValues
            guard isOfActor || commit.subjects.contains(subject) else { continue }
            guard isOfActor, commit.subjects == subjects,
                history.undoing(commit.revision) == nil,
                next.time.milliseconds - commit.time.milliseconds < State.dragPause
            else { break }
            drag.append(commit)
            next = commit
        }
        return drag
    }

    /// Returns the edits that restore what was stored before a commit, and the reasons why they cannot be made.
    private func restoring(before commit: Commit) -> (edits: [Edit], faults: [StateRefusal]) {
        let values = commit.locals.map { ($0.key, LocalValue.restored($0.before)) }
        let flags = commit.overrideChanges.map { ($0.key, StoredOverride.restored($0.before)) }
        return restoring(values, flags, undoing: commit)
    }

    /// Returns the edits that restore values and overrides, and the reasons why some cannot be restored.
    ///
    /// What was stored before the commit `undone` may be a value that the declaration of that time refused. It is
    /// restored.
    private func restoring(
        _ values: [(Key, LocalValue?)],
        _ flags: [(FlagKey, StoredOverride?)],
        undoing undone: Commit?
    ) -> (edits: [Edit], faults: [StateRefusal]) {
        var edits: [Edit] = []
        var faults: [StateRefusal] = []
        var past: PastDeclarations?
        for (key, local) in values {
            guard let edit = edit(key, to: local) else { continue }
            do throws(StateRefusal) {
                try checkRestoring(key, local)
                edits.append(edit)
            } catch {
                guard case .value = error, let local, let undone, tunable(key)?.declaration != nil else {
                    faults.append(error)
                    continue
                }
                let declarations = past ?? PastDeclarations(history, before: undone)
                past = declarations
                if declarations.refused(local.value, of: key) {
                    edits.append(edit)
                } else {
                    faults.append(error)
                }
            }
        }
        for (key, override) in flags {
            let shared = flag(key)
            guard shared?.override != override else { continue }
            do throws(StateRefusal) {
                if let override {
                    _ = try checked(override.content, for: key, shared)
                }
                edits.append(.override(key, override))
            } catch {
                faults.append(error)
            }
        }
        return (edits, faults)
    }

    /// Throws a refusal if another client changed one of the subjects after `commit`.
    private func checkUnchangedByOthers(_ subjects: [Subject], since commit: Commit) throws(StateRefusal) {
        let others = changesOfOthers(since: commit)
        try StateRefusal.check(
            subjects.compactMap { subject in
                others[subject].map { .changedByOther(subject, $0.actor, revision: $0.revision) }
            }
        )
    }

    /// Returns, for each subject, the newest change by another client after a commit, without undone changes.
    ///
    /// An undo, a redo or the end of an override does not count as a change. It only decides whether the change that
    /// it undoes, redoes or ends counts.
    private func changesOfOthers(since commit: Commit) -> [Subject: Commit] {
        var others: [Subject: Commit] = [:]
        for newer in history.newestFirst {
            guard newer.revision > commit.revision else { break }
            guard !newer.actor.isSame(as: commit.actor), !newer.isConsequence,
                history.undoing(newer.revision) == nil
            else { continue }
            for subject in newer.subjects where others[subject] == nil {
                others[subject] = newer
            }
        }
        return others
    }

    /// Throws a refusal if the value could not be set either.
    private func checkRestoring(_ key: Key, _ local: LocalValue?) throws(StateRefusal) {
        let declaration = tunable(key)?.declaration
        try checkWritable(key, declaration)
        guard let local else { return }
        if rules.isStrict, declaration == nil {
            throw undeclared(key)
        }
        // The size is not checked: the value was stored already, perhaps before a limit was lowered.
        _ = try StateRules.accepted(local.value, for: key, declaration) { kind(of: key, nil) }
    }
}

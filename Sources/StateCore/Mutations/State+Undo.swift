import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Changes of a key by one actor with a shorter pause than this, in milliseconds, belong to one drag of a slider.
    private static let dragPause: Int64 = 1_000

    /// Returns the draft that undoes the newest change of values by the author, or by any client if `everyone` is
    /// true.
    ///
    /// The changes of one drag of a slider are undone together.
    func undoing(everyone: Bool, by author: Author) throws(StateRefusal) -> Draft {
        guard let newest = newestUndoable(everyone: everyone, by: author.actor) else { throw .nothingToUndo }
        let drag = drag(endingWith: newest)
        var draft = Draft(undone: drag.map(\.revision))
        guard let oldest = drag.last else { return draft }
        let values = oldest.locals.map { ($0.key, LocalValue.restored($0.before)) }
        let flags = oldest.forces.map { ($0.key, ForcedFlag.restored($0.before)) }
        try restore(values, flags, since: newest, &draft)
        draft.edits.append(.undone(draft.undone))
        return draft
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
            let isOver = change.after?.override.map { $0.end <= time } ?? false
            return (change.key, isOver ? LocalValue.restored(change.after) : change.after)
        }
        let flagsAfter = newest.forces.map { change in
            let isOver = change.after?.ending.map { $0.time <= time } ?? false
            return (change.key, isOver ? ForcedFlag.restored(change.after) : change.after)
        }
        try restore(afters, flagsAfter, since: undo, &draft)
        draft.edits.append(.redone(draft.undone))
        return draft
    }

    private func newestUndoable(everyone: Bool, by actor: Actor) -> Commit? {
        history.newestFirst.first { commit in
            commit.changesValues && (everyone || commit.actor.isSame(as: actor))
                && history.undoing(commit.revision) == nil
        }
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

    /// Adds edits that restore values and overrides, or throws if another client changed one of them after `commit`.
    private func restore(
        _ values: [(Key, LocalValue?)],
        _ flags: [(FlagKey, ForcedFlag?)],
        since commit: Commit,
        _ draft: inout Draft
    ) throws(StateRefusal) {
        let others = changesOfOthers(since: commit)
        var faults: [StateRefusal] = []
        for (key, local) in values {
            do throws(StateRefusal) {
                try State.check(.tunable(key), against: others)
                if let edit = edit(key, to: local) {
                    try checkRestoring(key, local)
                    draft.edits.append(edit)
                }
            } catch {
                faults.append(error)
            }
        }
        for (key, forced) in flags {
            do throws(StateRefusal) {
                try State.check(.flag(key), against: others)
                let shared = flag(key)
                guard shared?.forced != forced else { continue }
                if let forced {
                    _ = try checked(forced.override, for: key, shared)
                }
                draft.edits.append(.forced(key, forced))
            } catch {
                faults.append(error)
            }
        }
        try StateRefusal.check(faults)
    }

    /// Throws a refusal if another client has changed the subject.
    private static func check(_ subject: Subject, against others: [Subject: Commit]) throws(StateRefusal) {
        if let other = others[subject] {
            throw .changedByOther(subject, other.actor, revision: other.revision)
        }
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
        do {
            if let spec = declaration?.spec {
                _ = try spec.accepted(local.value)
            } else {
                try checkKind(of: key, local.value, nil)
            }
        } catch {
            throw .value(key, error)
        }
    }
}

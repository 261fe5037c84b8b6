import FlagEngine
import TunableEngine

extension State {
    /// Returns the draft that ends the temporary values, overrides, layers and tries whose end has passed.
    ///
    /// It restores the lasting ones.
    func reverting(by now: Moment) -> Draft {
        var draft = Draft()
        for target in deadlines.ended(by: now) {
            switch (target.subject, target.world) {
            case (.tunable(let key), let id?):
                let stored = worlds[id]?.values.value(of: key)
                draft.worldEdits.append(.value(id, key, LocalValue.restored(stored)))
            case (.tunable(let key), nil):
                draft.edits.append(.local(key, LocalValue.restored(tunable(key)?.local)))
            case (.flag(let key), let id?):
                let stored = worlds[id]?.flags.value(of: key.text.utf8.span)
                draft.worldEdits.append(.override(id, key, StoredOverride.restored(stored)))
            case (.flag(let key), nil):
                draft.edits.append(.override(key, StoredOverride.restored(flag(key)?.override)))
            }
        }
        let ended = layers.values.compactMap { layer in layer.ending.map { (layer.name, $0) } }
            .filter { $0.1.time <= now }
        for (name, ending) in ended.sorted(by: { $0.0 < $1.0 }) {
            draft.edits.append(.layer(name, ending.before))
        }
        markTemporary(&draft)
        end(allTries.filter { $0.end <= now }, &draft)
        return draft
    }

    /// Adds to a draft that ends temporary values and overrides the marks of the commits that made nothing else.
    func markTemporary(_ draft: inout Draft) {
        let over = temporaryCommits(of: Set(draft.edits.compactMap(\.subject)))
        if !over.isEmpty {
            draft.edits.append(.undone(over))
        }
    }

    /// Returns the commits that only stored temporary values and overrides of these subjects.
    ///
    /// They have ended. Their commits are marked as undone so that `undo` skips them.
    private func temporaryCommits(of subjects: Set<Subject>) -> [Int64] {
        history.newestFirst.filter { commit in
            history.undoing(commit.revision) == nil && commit.storesOnlyTemporary(of: subjects)
        }.map(\.revision)
    }
}

extension Commit {
    /// Returns whether the commit stores temporary values and overrides of these subjects and nothing else.
    fileprivate func storesOnlyTemporary(of subjects: Set<Subject>) -> Bool {
        storesValues && locals.allSatisfy { subjects.contains(.tunable($0.key)) && $0.after?.ending != nil }
            && overrideChanges.allSatisfy { subjects.contains(.flag($0.key)) && $0.after?.ending != nil }
    }
}

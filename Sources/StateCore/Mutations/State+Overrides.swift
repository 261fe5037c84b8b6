import FlagEngine
import TunableEngine

extension State {
    /// Brings back what was stored before overrides whose time is over.
    func reverting(by now: Moment) -> Draft {
        var draft = Draft()
        var subjects: Set<Subject> = []
        for place in deadlines.ended(by: now) {
            switch (place.subject, place.world) {
            case (.tunable(let key), let id?):
                let stored = worlds[id]?.values.value(of: key)
                draft.worldEdits.append(.value(id, key, LocalValue.restored(stored)))
            case (.tunable(let key), nil):
                draft.edits.append(.local(key, LocalValue.restored(tunable(key)?.local)))
                subjects.insert(place.subject)
            case (.flag(let key), let id?):
                let stored = worlds[id]?.flags.value(of: key.text.utf8.span)
                draft.worldEdits.append(.forced(id, key, ForcedFlag.restored(stored)))
            case (.flag(let key), nil):
                draft.edits.append(.forced(key, ForcedFlag.restored(flag(key)?.forced)))
                subjects.insert(place.subject)
            }
        }
        let over = overrides(of: subjects)
        if !over.isEmpty {
            draft.edits.append(.undone(over))
        }
        return draft
    }

    /// The commits that made the overrides of these subjects and nothing else: they are over, and not to be undone again.
    private func overrides(of subjects: Set<Subject>) -> [Int64] {
        history.newestFirst.filter { commit in
            history.undoing(commit.revision) == nil && commit.storesOnlyOverrides(of: subjects)
        }.map(\.revision)
    }
}

extension Commit {
    /// Whether all that it stores, and something it does, is for these subjects and for a while only.
    fileprivate func storesOnlyOverrides(of subjects: Set<Subject>) -> Bool {
        storesValues && locals.allSatisfy { subjects.contains(.tunable($0.key)) && $0.after?.override != nil }
            && forces.allSatisfy { subjects.contains(.flag($0.key)) && $0.after?.ending != nil }
    }
}

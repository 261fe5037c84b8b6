import TunableEngine

extension State {
    /// Returns the draft that adds a kill switch entry, and removes the patterns that a new pattern covers.
    func addingKillSwitch(_ entry: KillSwitchEntry) throws(StateRefusal) -> Draft {
        guard entry.patterns.patterns.count <= rules.limits.killSwitchPatterns else {
            throw .tooMany(.killSwitchPatterns, rules.limits.killSwitchPatterns)
        }
        let others = PatternCover(
            killSwitch.lazy.filter { $0.reason != entry.reason }.flatMap(\.patterns.patterns)
        )
        let same = PatternCover(killSwitch.lazy.filter { $0.reason == entry.reason }.flatMap(\.patterns.patterns))
        let added = PatternCover.uncovered(entry.patterns.patterns).filter { pattern in
            // A pattern that an entry with another reason covers is not added. An equivalent pattern is: it replaces
            // the reason.
            !same.covers(pattern) && (!others.covers(pattern) || isStored(pattern))
        }
        guard !added.isEmpty else { return Draft() }
        let cover = PatternCover(added)
        let removed = killSwitch.flatMap { $0.patterns.patterns.filter { cover.covers($0) } }
        let edit = Edit.killSwitchEntry(
            removed: KeyPatterns(patterns: removed),
            added: KillSwitchEntry(patterns: KeyPatterns(patterns: added), reason: entry.reason)
        )
        try checkKillSwitch(killSwitch, changed(killSwitch, by: edit))
        return Draft(edits: [edit])
    }

    /// Returns the draft that removes the named patterns, or all if `patterns` is nil.
    func removingKillSwitch(_ patterns: KeyPatterns?) -> Draft {
        guard let patterns else { return killSwitch.isEmpty ? Draft() : Draft(edits: [.killSwitch([])]) }
        let stored = killSwitch.flatMap(\.patterns.patterns)
        let removed = stored.filter { stored in patterns.patterns.contains { $0.isEquivalent(to: stored) } }
        return removed.isEmpty
            ? Draft() : Draft(edits: [.killSwitchEntry(removed: KeyPatterns(patterns: removed), added: nil)])
    }

    /// Returns the kill switch entries after an edit.
    func changed(_ entries: [KillSwitchEntry], by edit: Edit) -> [KillSwitchEntry] {
        switch edit {
        case .killSwitch(let entries): return entries
        case .killSwitchEntry(let removed, let added):
            let texts = Set(removed.patterns.map(\.text))
            let left = entries.compactMap { entry -> KillSwitchEntry? in
                let kept = entry.patterns.patterns.filter { !texts.contains($0.text) }
                guard kept.count < entry.patterns.patterns.count else { return entry }
                return kept.isEmpty ? nil : KillSwitchEntry(patterns: KeyPatterns(patterns: kept), reason: entry.reason)
            }
            return left + (added.map { [$0] } ?? [])
        default: return entries
        }
    }

    private func isStored(_ pattern: KeyPattern) -> Bool {
        killSwitch.contains { $0.patterns.patterns.contains { $0.isEquivalent(to: pattern) } }
    }

    /// Throws a refusal if the edit exceeds the limits.
    ///
    /// Entries that exceeded a limit before may stay.
    private func checkKillSwitch(_ before: [KillSwitchEntry], _ after: [KillSwitchEntry]) throws(StateRefusal) {
        let most = rules.limits.killSwitchPatterns
        if after.patternCount > max(most, before.patternCount) {
            throw .tooMany(.killSwitchPatterns, most)
        }
        let maxBytes = rules.limits.killSwitchBytes
        if after.byteCount > max(maxBytes, before.byteCount) {
            throw .largeKillSwitch(bytes: after.byteCount, limit: maxBytes)
        }
    }
}

extension KeyPattern {
    /// Returns whether both match the same keys, as `a*` and `a**` do.
    fileprivate func isEquivalent(to other: KeyPattern) -> Bool {
        self == other || covers(other) && other.covers(self)
    }
}

extension [KillSwitchEntry] {
    fileprivate var patternCount: Int { reduce(0) { $0 + $1.patterns.patterns.count } }

    fileprivate var byteCount: Int { reduce(0) { $0 + $1.byteCount } }
}

package import JSONCore

/// The result of a mutation.
package struct MutationOutcome: Sendable {
    /// The commit; nil if no durable state has changed.
    package var commit: Commit?
    /// The changes that the members of the written worlds see.
    ///
    /// Every mutation except `revert` writes at most one world.
    var worldChanges: [Change] = []
    /// The keys that the mutation wrote in any world.
    package internal(set) var worldKeys: [WorldKey] = []
    /// The worlds that the mutation ended, even if a world with the same identity exists again.
    package internal(set) var endedWorlds: [String] = []
    /// The changes of flags by the commit.
    package internal(set) var flagChanges: [FlagChange] = []
    /// The changes of flag overrides in any world.
    package internal(set) var worldFlagChanges: [WorldFlagChange] = []
    /// Whether the state changed, in a world or outside.
    package var hasChanged = false
    /// The stored value, if the mutation writes one key.
    package var value: JSON?
    /// The previous effective value of that key.
    package var old: JSON?
    /// The revision that last changed that key, if the mutation changed nothing; otherwise 0.
    package var keyRevision: Int64 = 0
    /// The keys that kept their values, although the mutation named other values.
    package var skipped: [SkippedKey] = []
    /// The revisions of the commits that were undone or redone.
    package var undone: [Int64] = []

    init() {}

    /// Creates the outcome of a plain write, or returns nil if the write was not plain.
    init?(_ written: consuming PlainWrite) {
        switch consume written {
        case .committed(let commit):
            self.commit = commit
            hasChanged = true
            value = commit.plainSet?.value
            old = commit.plainSet?.old
        case .unchanged(let value, let revision):
            self.value = value
            old = value
            keyRevision = revision
        case .notPlain: return nil
        }
    }

    /// The changes that the author sees, at most one for each key.
    ///
    /// If the merge of a world changes a shared value, its change is used instead of the world's. The changes of
    /// `revert` are those outside of worlds and in every world, so a key can have several.
    package var changes: [Change] {
        let committed = commit?.changes ?? []
        // The operator `+` would copy the changes, and there may be many.
        guard !worldChanges.isEmpty else { return committed }
        if commit?.operation == .mutation(.revert) { return committed + worldChanges }
        let keys = Set(committed.map(\.key))
        return committed + worldChanges.filter { !keys.contains($0.key) }
    }
}

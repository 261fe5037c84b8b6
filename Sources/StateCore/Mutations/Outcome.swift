package import JSONCore

/// What became of a mutation.
package struct Outcome: Sendable {
    /// The commit that it made; none where nothing that lasts has changed.
    package var commit: Commit?
    /// What it changed for the members of the author's world.
    var worldChanges: [Change] = []
    /// What it wrote in worlds, wherever the author is.
    package internal(set) var worldKeys: [WorldKey] = []
    /// The worlds that ended, also where one of the same name exists again.
    package internal(set) var endedWorlds: [String] = []
    /// What the commit did to flags.
    package internal(set) var flagChanges: [FlagChange] = []
    /// What became of flags in worlds, wherever the author is.
    package internal(set) var worldFlagChanges: [WorldFlagChange] = []
    /// Whether what is stored changed.
    package var hasChanged = false
    /// What is stored for the one key that was named.
    package var value: JSON?
    /// What that key had before.
    package var old: JSON?
    /// The last commit that changed that key, where this changes nothing.
    package var keyRevision: Int64 = 0
    /// Keys that kept their values, although the mutation asked for others.
    package var left: [LeftKey] = []
    /// The commits that were taken back, or that count again.
    package var undone: [Int64] = []

    init() {}

    /// The same of a plain write, if it is one.
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

    /// What it changed for the one who asked, each key once: where a merge of a world changed what everybody sees, that.
    package var changes: [Change] {
        let committed = commit?.changes ?? []
        // A sum would copy what may be many.
        guard !worldChanges.isEmpty else { return committed }
        let keys = Set(committed.map(\.key))
        return committed + worldChanges.filter { !keys.contains($0.key) }
    }
}

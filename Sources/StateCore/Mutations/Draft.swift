import JSONCore

/// The effect that a mutation would have, computed without changing the state.
struct Draft {
    /// The value that would be stored for the last key; nil if no key is written.
    var value: JSON?
    /// The edits outside worlds.
    var edits: [Edit] = []
    /// The keys that would keep their values, although the mutation names other values.
    var skipped: [SkippedKey] = []
    var worldEdits: [WorldEdit] = []
    /// The revisions of the commits that the mutation would undo or redo.
    var undone: [Int64] = []

    var hasChanged: Bool { !edits.isEmpty || !worldEdits.isEmpty }
}

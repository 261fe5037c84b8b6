import JSONCore

/// What a mutation would store: found without changing anything.
struct Draft {
    /// What would be stored for the key that was written last.
    var value: JSON?
    /// What would be stored for all.
    var edits: [Edit] = []
    /// Keys that would keep their values, although the mutation asks for others.
    var left: [LeftKey] = []
    /// What would become of worlds.
    var worldEdits: [WorldEdit] = []
    /// The commits that would be taken back, or count again.
    var undone: [Int64] = []

    var hasChanged: Bool { !edits.isEmpty || !worldEdits.isEmpty }
}

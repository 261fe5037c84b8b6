import StateCore

/// What was done to flags at once: by a commit, or by a file of which there is none.
struct FlagNews {
    /// What was committed.
    let commit: Commit?
    /// What became of which flags.
    let changes: [FlagChange]
}

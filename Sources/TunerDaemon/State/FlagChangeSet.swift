import StateCore

/// Flag changes that were made together, by a commit or by the flags file.
struct FlagChangeSet {
    /// The commit; nil if the flags file made the changes.
    let commit: Commit?
    let changes: [FlagChange]
}

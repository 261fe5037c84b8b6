import StateCore

/// What was done and may be told from now on: some commits, what was written in worlds, or both.
struct Publication {
    /// The commits, the oldest first.
    var commits: [Commit] = []
    /// What was written in worlds.
    var worldKeys: [WorldKey] = []
    /// What was done to flags, the oldest first.
    var flagNews: [FlagNews] = []
    /// What worlds force flags to be, the oldest first.
    var worldFlagChanges: [WorldFlagChange] = []
    /// Who asked to be told before this was done is of a step below.
    var step: UInt64
    /// The state before all of it, where somebody who looks from a world is to be told.
    var before: State?
}

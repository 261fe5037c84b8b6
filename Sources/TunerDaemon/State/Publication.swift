import StateCore

/// Changes that may be published now: commits, writes in worlds, or both.
struct Publication {
    /// The commits, the oldest first.
    var commits: [Commit] = []
    /// The keys that were written in worlds.
    var worldKeys: [WorldKey] = []
    /// The worlds that ended, even if a new world has the name of an ended one.
    var endedWorlds: [String] = []
    /// The flag changes, the oldest first.
    var flagChangeSets: [FlagChangeSet] = []
    /// The changes of the overrides in worlds, the oldest first.
    var worldFlagChanges: [WorldFlagChange] = []
    /// The step of the changes.
    ///
    /// Subscriptions with a smaller `createdAtStep` receive them.
    var step: UInt64

    /// Adds the changes that one operation made.
    mutating func note<Result: StateChange & ~Copyable>(_ result: borrowing Result) {
        if let commit = result.commit {
            // Most publications have one commit, and appending to an empty array is slower.
            if commits.isEmpty {
                commits = [commit]
            } else {
                commits.append(commit)
            }
        }
        worldKeys += result.worldKeys
        endedWorlds += result.endedWorlds
        if let changeSet = result.flagChangeSet {
            flagChangeSets.append(changeSet)
        }
        worldFlagChanges += result.worldFlagChanges
    }

    /// Returns the author of the values that changed in a world; nil unless one commit made all changes.
    func actor(in world: String) -> Actor? {
        worldKeys.contains { $0.world == world } ? nil : onlyActor
    }

    /// Returns the author of the flags that changed in a world; nil unless one commit made all changes.
    func flagActor(in world: String) -> Actor? {
        worldFlagChanges.contains { $0.world == world } ? nil : onlyActor
    }

    private var onlyActor: Actor? { commits.count == 1 ? commits[0].actor : nil }
}

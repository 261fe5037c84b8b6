import StateCore

/// What was done and may be told from now on: some commits, what was written in worlds, or both.
struct Publication {
    /// The commits, the oldest first.
    var commits: [Commit] = []
    /// What was written in worlds.
    var worldKeys: [WorldKey] = []
    /// The worlds that ended, also where one of the same name exists again.
    var endedWorlds: [String] = []
    /// What was done to flags, the oldest first.
    var flagNews: [FlagNews] = []
    /// What worlds force flags to be, the oldest first.
    var worldFlagChanges: [WorldFlagChange] = []
    /// Who asked to be told before this was done is of a step below.
    var step: UInt64

    /// Adds what was done to the state.
    mutating func note<Result: StateChange & ~Copyable>(_ result: borrowing Result) {
        if let commit = result.commit {
            // Most have one commit, and appending to an empty array grows it in a slower way.
            if commits.isEmpty {
                commits = [commit]
            } else {
                commits.append(commit)
            }
        }
        worldKeys += result.worldKeys
        endedWorlds += result.endedWorlds
        if let news = result.flagNews {
            flagNews.append(news)
        }
        worldFlagChanges += result.worldFlagChanges
    }

    /// Who changed the values that the members of a world see, where one commit did and nothing else.
    func actor(in world: String) -> Actor? {
        worldKeys.contains { $0.world == world } ? nil : onlyActor
    }

    /// Who changed the flags that the members of a world see, where one commit did and nothing else.
    func flagActor(in world: String) -> Actor? {
        worldFlagChanges.contains { $0.world == world } ? nil : onlyActor
    }

    private var onlyActor: Actor? { commits.count == 1 ? commits[0].actor : nil }
}

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
    /// The state before all of it, where somebody who looks from a world is to be told.
    var before: State?

    /// Publishes something that was done to the committed state at once.
    init(_ result: borrowing some Done & ~Copyable, before: State?) {
        let commit = result.commit
        commits = commit.map { [$0] } ?? []
        worldKeys = result.worldKeys
        endedWorlds = result.endedWorlds
        flagNews = result.flagNews.map { [$0] } ?? []
        worldFlagChanges = result.worldFlagChanges
        step = .max
        self.before = before
    }

    /// Publishes a step that everybody sees from now on.
    init(_ step: StateStep, before: State?) {
        commits = step.commits
        worldKeys = step.worldKeys
        endedWorlds = step.endedWorlds
        flagNews = step.flagNews
        worldFlagChanges = step.worldFlagChanges
        self.step = step.number
        self.before = before
    }

    /// Publishes the end of worlds, and nothing else.
    init(endedWorlds: [String], step: UInt64, before: State?) {
        self.endedWorlds = endedWorlds
        self.step = step
        self.before = before
    }

    /// Who changed what the members of a world see, where one commit did and nothing else.
    func actor(in world: String) -> Actor? {
        let isOneCommit = commits.count == 1 && !worldKeys.contains { $0.world == world }
        return isOneCommit ? commits.first?.actor : nil
    }
}

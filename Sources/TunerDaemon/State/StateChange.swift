import StateCore

/// What was done to the state.
protocol StateChange: ~Copyable {
    /// Whether anything was.
    var hasChanged: Bool { get }
    /// What of it lasts.
    var commit: Commit? { get }
    /// What was written in worlds.
    var worldKeys: [WorldKey] { get }
    /// The worlds that ended.
    var endedWorlds: [String] { get }
    /// What became of flags.
    var flagNews: FlagNews? { get }
    /// What became of what worlds force flags to be.
    var worldFlagChanges: [WorldFlagChange] { get }
}

extension Outcome: StateChange {
    var flagNews: FlagNews? { flagChanges.isEmpty ? nil : FlagNews(commit: commit, changes: flagChanges) }
}

extension PlainWrite: StateChange {
    var hasChanged: Bool { commit != nil }

    var worldKeys: [WorldKey] { [] }

    var endedWorlds: [String] { [] }

    var flagNews: FlagNews? { nil }

    var worldFlagChanges: [WorldFlagChange] { [] }
}

extension FlagNews: StateChange {
    var hasChanged: Bool { !changes.isEmpty }

    var worldKeys: [WorldKey] { [] }

    var endedWorlds: [String] { [] }

    var flagNews: FlagNews? { self }

    var worldFlagChanges: [WorldFlagChange] { [] }
}

import StateCore

/// A pending state, and the commits that made it of the one before.
final class StateStep {
    let number: UInt64
    /// The ticket whose outcome says that the step is on disk; none before the turn's lines are submitted.
    var ticket: Int?
    var state: State
    private(set) var commits: [Commit] = []
    private(set) var worldKeys: [WorldKey] = []
    private(set) var endedWorlds: [String] = []
    private(set) var flagNews: [FlagNews] = []
    private(set) var worldFlagChanges: [WorldFlagChange] = []
    /// Somebody subscribed when it was the newest, and is answered before the notifications of later steps.
    var endsWithSubscriber = false
    /// Worlds that ended with a connection when it was the newest: their members are notified behind the answers that wait for it.
    var worldsEndedBehind: [String] = []
    /// What is remembered once everybody sees the step; each returns whether it is new.
    var memories: [(inout SoftState) -> Bool] = []

    init(number: UInt64, state: State) {
        self.number = number
        self.state = state
    }

    /// Adds what was done to the state.
    @inline(__always)
    func note<Result: Done & ~Copyable>(_ result: borrowing Result) {
        if let commit = result.commit {
            commits.append(commit)
        }
        worldKeys += result.worldKeys
        if !result.endedWorlds.isEmpty {
            endedWorlds += result.endedWorlds
        }
        if let news = result.flagNews {
            flagNews.append(news)
        }
        worldFlagChanges += result.worldFlagChanges
    }
}

import StateCore

/// A state that is ahead, and the commits that made it of the one before.
final class StateStep {
    let number: UInt64
    /// By which the store tells that it is on disk; the step's before it, where it made nothing to be kept.
    var ticket: Int
    var state: State
    var commits: [Commit] = []
    var worldKeys: [WorldKey] = []
    var endedWorlds: [String] = []
    var flagNews: [FlagNews] = []
    var worldFlagChanges: [WorldFlagChange] = []
    /// Somebody subscribed when it was the newest, and is answered before anybody is told of what comes behind.
    var endsWithSubscriber = false
    /// Worlds that ended with a connection when it was the newest: their members learn it behind the answers that wait for it.
    var worldsEndedBehind: [String] = []
    /// What is to be remembered once everybody sees it; each answers whether it is new.
    var memories: [(inout SoftState) -> Bool] = []

    init(number: UInt64, ticket: Int, state: State) {
        self.number = number
        self.ticket = ticket
        self.state = state
    }
}

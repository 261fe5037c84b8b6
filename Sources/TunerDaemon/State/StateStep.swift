import StateCore

/// A pending state, and the commits that made it of the one before.
final class StateStep {
    let number: UInt64
    /// The ticket whose outcome says that the step is on disk; none before the turn's lines are submitted.
    var ticket: Int?
    var state: State
    /// What was done, to be published once everybody sees it.
    var publication: Publication
    /// Somebody subscribed when it was the newest, and is answered before the notifications of later steps.
    var mustReleaseFirst = false
    /// Worlds that ended with a connection when it was the newest: their members are notified behind the answers that wait for it.
    var worldsEndedBehind: [String] = []
    /// What is remembered once everybody sees the step; each returns whether it is new.
    var memories: [(inout SoftState) -> Bool] = []

    init(number: UInt64, state: State) {
        self.number = number
        self.state = state
        publication = Publication(step: number)
    }
}

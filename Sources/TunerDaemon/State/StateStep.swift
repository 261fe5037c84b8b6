import StateCore

/// A pending state, and the changes that made it from the state before.
final class StateStep {
    let number: UInt64
    /// The ticket that makes the step durable; nil until the turn's lines are submitted.
    var ticket: Int?
    var state: State
    /// The changes to publish when the step is committed.
    var publication: Publication
    /// Whether a client subscribed when the step was the newest.
    ///
    /// The client's response must then be sent before the notifications of later steps.
    var mustReleaseFirst = false
    /// The worlds that ended with their owner's connection when the step was the newest.
    ///
    /// The worlds' members are notified after the responses that wait for the step.
    var worldsEndedBehind: [String] = []
    /// The connections whose subscriptions go to another world when the step is committed.
    var moves: [WorldMove] = []
    /// The soft state changes to apply when the step is committed; each returns whether it must be saved.
    var memories: [(inout SoftState) -> Bool] = []

    init(number: UInt64, state: State) {
        self.number = number
        self.state = state
        publication = Publication(step: number)
    }
}

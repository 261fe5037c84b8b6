package import SystemCore

/// What to ask of a server, by how many at once, and for how long.
package struct LoadPlan: Sendable {
    /// Where the server listens.
    package var address: UnixAddress
    /// Sent one after the other, round and round.
    package var requests: [RequestTemplate]
    /// What an answer must look like.
    package var answer: AnswerRule
    /// Clients at once.
    package var connections = 1
    /// Requests that each of them has sent and not seen answered.
    package var depth = 1
    /// Load before anything is counted.
    package var warmUp = Duration.milliseconds(100)
    /// How long is counted.
    package var duration = Duration.seconds(1)
    /// The server is taken for stuck when nothing has come for so long.
    package var stallGuard = Duration.seconds(30)
    /// Requests of one more client, which sends as fast as the server takes them; the run ends with the last answer to
    /// it instead of by `duration`.
    package var flood = 0
    /// A run with a flood that is not over by then has failed.
    package var floodLimit = Duration.seconds(60)

    /// One client with one request in flight, unless changed.
    package init(to address: UnixAddress, requests: [RequestTemplate], answer: AnswerRule) {
        precondition(!requests.isEmpty, "a load needs requests")
        self.address = address
        self.requests = requests
        self.answer = answer
    }
}

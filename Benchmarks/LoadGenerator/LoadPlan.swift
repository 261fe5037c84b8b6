package import SystemCore

/// A plan of a run: the requests, the number of clients and the duration.
package struct LoadPlan: Sendable {
    /// The address of the server.
    package var address: UnixAddress
    /// The requests, which each client repeats in turn.
    package var requests: [RequestTemplate]
    /// The rule for every response.
    package var response: ResponseRule
    /// The number of clients.
    package var connections = 1
    /// The number of requests in flight of each client.
    package var depth = 1
    /// The duration of the load before the measurement.
    package var warmUp = Duration.milliseconds(100)
    /// The duration of the measurement.
    package var duration = Duration.seconds(1)
    /// The time without a response after which the server counts as stuck.
    package var stallGuard = Duration.seconds(30)
    /// The number of requests of one more client, which sends as fast as the server reads.
    ///
    /// Then the run ends with the last response to that client instead of after `duration`.
    package var flood = 0
    /// The time limit of the flood; a longer one is a failure.
    package var floodLimit = Duration.seconds(60)

    /// Creates a plan of one client with one request in flight, unless changed.
    package init(to address: UnixAddress, requests: [RequestTemplate], response: ResponseRule) {
        precondition(!requests.isEmpty, "a load needs requests")
        self.address = address
        self.requests = requests
        self.response = response
    }
}

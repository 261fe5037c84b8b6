package import SystemCore

/// A plan of a fan-out: a publisher makes changes, and each subscriber receives each change.
package struct FanoutPlan: Sendable {
    /// What a client sends to subscribe, and the number of lines of the responses.
    package struct Subscribing: Sendable {
        let text: String
        let lines: Int

        package init(_ text: String, lines: Int) {
            self.text = text
            self.lines = lines
        }
    }

    /// The address of the server.
    package var address: UnixAddress
    /// The requests of the publisher, each of which makes one change; repeated in turn.
    package var requests: [RequestTemplate]
    /// The rule for every response to the publisher.
    package var response: ResponseRule
    /// What each subscriber sends.
    package var subscribing: Subscribing
    /// The rule for every delivery.
    package var delivery: ResponseRule
    /// The number of connections that subscribe.
    package var subscribers = 100
    /// The number of deliveries of one change to each subscriber.
    package var deliveriesPerChange = 1
    /// What each of some further connections sends, which receive no delivery.
    package var bystanders: [Subscribing] = []
    /// The number of changes in flight.
    ///
    /// A change is in flight until all its deliveries and the response to the publisher have arrived.
    package var depth = 1
    /// The duration of the load before the measurement.
    package var warmUp = Duration.milliseconds(100)
    /// The duration of the measurement.
    package var duration = Duration.seconds(1)
    /// The time without a delivery after which the server counts as stuck.
    package var stallGuard = Duration.seconds(30)

    /// Creates a plan of 100 subscribers and one change in flight, unless changed.
    package init(
        to address: UnixAddress,
        requests: [RequestTemplate],
        response: ResponseRule,
        subscribing: Subscribing,
        delivery: ResponseRule
    ) {
        precondition(!requests.isEmpty, "a fan-out needs changes")
        self.address = address
        self.requests = requests
        self.response = response
        self.subscribing = subscribing
        self.delivery = delivery
    }
}

/// The measurements of a fan-out, without the warm-up.
package struct FanoutResult: Sendable {
    package let deliveries: UInt64
    /// The number of bytes of these deliveries.
    package let bytes: UInt64
    package let seconds: Double
    /// From just before the send that carried a change to just after the receive that completed a delivery.
    package let latency: LatencyHistogram

    /// The deliveries a second.
    package var rate: Double { Double(deliveries) / seconds }
}

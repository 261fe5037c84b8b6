import TunerAPI

/// A program with all its subscriptions to some keys, which can belong to several connections.
struct SubscribedProgram: Hashable {
    let client: String
    let pid: Int64

    init(_ subscriber: SubscriberRecord) { (client, pid) = (subscriber.client, subscriber.pid) }

    /// Returns the subscription of the program whose state decides: a refusal, then a wait, then what is applied.
    ///
    /// Subscriptions in worlds do not count: a world can have another value.
    func decisive(in subscribers: [SubscriberRecord]) -> SubscriberRecord? {
        let own = subscribers.filter { SubscribedProgram($0) == self && $0.world == nil && $0.state != .unknown }
        return own.first { $0.state == .refused } ?? own.first { $0.state == .waiting } ?? own.first
    }
}

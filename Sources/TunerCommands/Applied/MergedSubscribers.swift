import TunerAPI

/// The subscriptions of several calls about different keys, each once.
struct MergedSubscribers {
    private struct Name: Hashable {
        let connection: Int64
        let subscription: String
    }

    private(set) var subscribers: [SubscriberRecord] = []
    private var places: [Name: Int] = [:]

    /// Adds a subscription; if it is known, what it says about other keys.
    mutating func add(_ other: SubscriberRecord) {
        let name = Name(connection: other.connection, subscription: other.subscription)
        guard let place = places[name] else {
            places[name] = subscribers.count
            return subscribers.append(other)
        }
        let states = [subscribers[place].state, other.state]
        // A person looks for these first.
        let worst = [AppliedState.refused, .waiting].first { states.contains($0) }
        subscribers[place].state = worst ?? other.state
        subscribers[place].unread = MergedSubscribers.joined(subscribers[place].unread, other.unread)
        subscribers[place].refused = MergedSubscribers.joined(subscribers[place].refused, other.refused)
    }

    private static func joined<Element>(_ first: [Element]?, _ second: [Element]?) -> [Element]? {
        first == nil && second == nil ? nil : (first ?? []) + (second ?? [])
    }
}

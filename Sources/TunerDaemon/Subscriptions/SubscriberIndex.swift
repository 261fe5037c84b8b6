/// Finds subscriptions by the names that they subscribe to.
protocol SubscriberIndex<Subscription> {
    associatedtype Subscription: Subscriber
    associatedtype Subscriptions: Sequence<Subscription>

    init()

    var count: Int { get }

    var all: Subscriptions { get }

    /// Whether names must still be added or removed.
    var hasWork: Bool { get }

    /// Adds a subscription.
    ///
    /// Lookups find it from now on, even if `work(_:)` must still add its names.
    mutating func add(_ subscription: Subscription)

    /// Removes a subscription that has ended.
    ///
    /// `work(_:)` removes its names later.
    mutating func remove(_ subscription: Subscription)

    /// Adds or removes about `steps` names at most; returns how many steps are left.
    mutating func work(_ steps: Int) -> Int
}

extension SubscriberIndex {
    var isEmpty: Bool { count == 0 }
}

/// An index of subscriptions to the same thing, in no order.
struct SubscriberSet<Subscription: Subscriber>: SubscriberIndex {
    private var subscriptions: [ObjectIdentifier: Subscription] = [:]

    var count: Int { subscriptions.count }

    var all: Dictionary<ObjectIdentifier, Subscription>.Values { subscriptions.values }

    var hasWork: Bool { false }

    mutating func add(_ subscription: Subscription) { subscriptions[ObjectIdentifier(subscription)] = subscription }

    mutating func remove(_ subscription: Subscription) { subscriptions[ObjectIdentifier(subscription)] = nil }

    mutating func work(_ steps: Int) -> Int { steps }
}

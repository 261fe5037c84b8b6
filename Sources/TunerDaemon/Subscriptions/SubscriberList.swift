/// An object that an index finds by the names that it subscribes to, until it has ended.
protocol Subscriber: AnyObject {
    /// Whether the subscriber has ended: it receives nothing more, although an index may still find it.
    var isOver: Bool { get }
}

/// The subscribers of one name.
///
/// Removing an ended subscriber has an amortized cost that does not grow with the number of other subscribers.
struct SubscriberList<Subscription: Subscriber> {
    /// The subscribers in no order; some may have ended.
    private(set) var subscriptions: [Subscription]
    /// The number of subscribers that left but are still in `subscriptions`.
    ///
    /// The number is negative if subscribers were removed before they left.
    private var left: Int32 = 0

    init(_ first: Subscription) { subscriptions = [first] }

    var isEmpty: Bool { subscriptions.isEmpty && left == 0 }

    mutating func append(_ subscription: Subscription) { subscriptions.append(subscription) }

    /// Notes that an ended subscriber leaves.
    ///
    /// Once half of the subscriptions have left, the list removes all ended ones together.
    mutating func noteLeft() {
        left += 1
        guard Int(left) * 2 > subscriptions.count else { return }
        let count = subscriptions.count
        subscriptions.removeAll { $0.isOver }
        left -= Int32(count - subscriptions.count)
    }
}

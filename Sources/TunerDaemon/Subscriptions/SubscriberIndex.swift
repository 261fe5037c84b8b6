/// Finds subscriptions by the names that they subscribe to.
protocol SubscriberIndex<Member> {
    associatedtype Member: Subscriber
    associatedtype Members: Sequence<Member>

    init()

    var count: Int { get }

    var all: Members { get }

    /// Whether names must still be added or removed.
    var hasWork: Bool { get }

    /// Adds a subscription.
    ///
    /// Lookups find it from now on, even if `work(_:)` must still add its names.
    mutating func add(_ member: Member)

    /// Removes a subscription that has ended.
    ///
    /// `work(_:)` removes its names later.
    mutating func remove(_ member: Member)

    /// Adds or removes about `steps` names at most; returns how many steps are left.
    mutating func work(_ steps: Int) -> Int
}

extension SubscriberIndex {
    var isEmpty: Bool { count == 0 }
}

/// An index of subscriptions to the same thing, in no order.
struct SubscriberSet<Member: Subscriber>: SubscriberIndex {
    private var members: [ObjectIdentifier: Member] = [:]

    var count: Int { members.count }

    var all: Dictionary<ObjectIdentifier, Member>.Values { members.values }

    var hasWork: Bool { false }

    mutating func add(_ member: Member) { members[ObjectIdentifier(member)] = member }

    mutating func remove(_ member: Member) { members[ObjectIdentifier(member)] = nil }

    mutating func work(_ steps: Int) -> Int { steps }
}

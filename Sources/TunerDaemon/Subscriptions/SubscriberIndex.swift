/// Finds subscriptions by what they subscribe: a value.
protocol SubscriberIndex<Member> {
    associatedtype Member: Subscriber
    associatedtype Members: Sequence<Member>

    init()

    var count: Int { get }

    /// Every subscription, each once.
    var all: Members { get }

    /// Whether names are still to be added or taken out.
    var hasWork: Bool { get }

    /// Adds a subscription, which is found from now on; its names may still have to be added.
    mutating func add(_ member: Member)

    /// Takes out a subscription that is over; its names may still have to be taken out.
    mutating func remove(_ member: Member)

    /// Adds or takes out about so many names at most; returns how many are left of `steps`.
    mutating func work(_ steps: Int) -> Int
}

extension SubscriberIndex {
    var isEmpty: Bool { count == 0 }
}

/// Subscriptions that all subscribe the same.
struct SubscriberSet<Member: Subscriber>: SubscriberIndex {
    private var members: [ObjectIdentifier: Member] = [:]

    var count: Int { members.count }

    var all: Dictionary<ObjectIdentifier, Member>.Values { members.values }

    var hasWork: Bool { false }

    mutating func add(_ member: Member) { members[ObjectIdentifier(member)] = member }

    mutating func remove(_ member: Member) { members[ObjectIdentifier(member)] = nil }

    mutating func work(_ steps: Int) -> Int { steps }
}

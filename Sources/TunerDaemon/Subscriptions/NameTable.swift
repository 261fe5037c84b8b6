/// The lists of subscribers by name.
///
/// A single operation never moves more than a few thousand names, however large the table is.
struct NameTable<Name: Hashable, Subscription: Subscriber> {
    /// The number of names above which the table splits into several dictionaries.
    ///
    /// A single dictionary would move all its names each time it grows.
    private static var maxInOne: Int { 4_096 }
    private static var shardCount: Int { 1_024 }

    /// One dictionary, or a power of two of them.
    private var shards: [[Name: SubscriberList<Subscription>]] = [[:]]

    private(set) var count = 0

    subscript(name: Name) -> SubscriberList<Subscription>? { shards[shardIndex(of: name)][name] }

    mutating func append(_ subscription: Subscription, at name: Name) {
        let shardIndex = shardIndex(of: name)
        if shards[shardIndex][name]?.append(subscription) == nil {
            shards[shardIndex][name] = SubscriberList(subscription)
            count += 1
            if shards.count == 1, count > Self.maxInOne {
                split()
            }
        }
    }

    /// Notes that an ended subscription leaves a name; returns whether the name has none left.
    @discardableResult
    mutating func noteLeft(_ name: Name) -> Bool {
        let shardIndex = shardIndex(of: name)
        shards[shardIndex][name]?.noteLeft()
        guard shards[shardIndex][name]?.isEmpty == true else { return false }
        shards[shardIndex][name] = nil
        count -= 1
        if count == 0 {
            shards = [[:]]
        }
        return true
    }

    private func shardIndex(of name: Name) -> Int {
        shards.count == 1 ? 0 : Int(truncatingIfNeeded: UInt(bitPattern: name.hashValue) >> 20) & (shards.count - 1)
    }

    private mutating func split() {
        let all = shards[0]
        shards = [[Name: SubscriberList<Subscription>]](repeating: [:], count: Self.shardCount)
        for (name, list) in all {
            shards[shardIndex(of: name)][name] = list
        }
    }
}

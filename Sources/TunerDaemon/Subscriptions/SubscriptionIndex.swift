import StateCore
import TunableEngine

/// Finds the subscriptions that want a key, at a cost that follows those, and not all there are.
struct SubscriptionIndex {
    private var byKey: [Key: [Subscription]] = [:]
    /// By what stands before the first star.
    private var byPrefix: [String: [Subscription]] = [:]
    /// How many prefixes there are of each length.
    private var prefixLengths: [Int: Int] = [:]
    /// What was found for keys that have changed, where patterns had to be tried.
    private var found: [Key: [Subscription]] = [:]
    private var stamp: UInt64 = 0

    /// So many keys are remembered before all are forgotten.
    private static let mostFound = 65_536

    /// How many subscriptions there are.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Every subscription, some more than once.
    var all: [Subscription] { byKey.values.flatMap { $0 } + byPrefix.values.flatMap { $0 } }

    mutating func add(_ subscription: Subscription) {
        count += 1
        for key in subscription.interest.keys {
            byKey[key, default: []].append(subscription)
            found[key] = nil
        }
        for prefix in Set(subscription.interest.patterns.map(\.prefix)) {
            if byPrefix[prefix] == nil {
                prefixLengths[prefix.utf8.count, default: 0] += 1
            }
            byPrefix[prefix, default: []].append(subscription)
            found.removeAll(keepingCapacity: true)
        }
    }

    mutating func remove(_ subscription: Subscription) {
        count -= 1
        for key in subscription.interest.keys {
            SubscriptionIndex.remove(subscription, from: &byKey, at: key)
            found[key] = nil
        }
        for prefix in Set(subscription.interest.patterns.map(\.prefix)) {
            SubscriptionIndex.remove(subscription, from: &byPrefix, at: prefix)
            if byPrefix[prefix] == nil {
                let left = prefixLengths[prefix.utf8.count, default: 1] - 1
                prefixLengths[prefix.utf8.count] = left == 0 ? nil : left
            }
            found.removeAll(keepingCapacity: true)
        }
    }

    /// Those that want a key, each once.
    mutating func subscriptions(for key: Key) -> [Subscription] {
        guard !byPrefix.isEmpty else { return byKey[key] ?? [] }
        if let found = found[key] {
            return found
        }
        let matching = search(for: key)
        if found.count >= SubscriptionIndex.mostFound {
            found.removeAll()
        }
        found[key] = matching
        return matching
    }

    private mutating func search(for key: Key) -> [Subscription] {
        stamp += 1
        var matching = byKey[key] ?? []
        for subscription in matching {
            subscription.stamp = stamp
        }
        let bytes = key.text.utf8
        for length in prefixLengths.keys where length <= bytes.count {
            guard let prefix = String(bytes.prefix(length)) else { continue }
            for subscription in byPrefix[prefix] ?? [] where subscription.stamp != stamp {
                if subscription.interest.patterns.contains(where: { $0.matches(key) }) {
                    subscription.stamp = stamp
                    matching.append(subscription)
                }
            }
        }
        return matching
    }

    private static func remove<Place: Hashable>(
        _ subscription: Subscription,
        from places: inout [Place: [Subscription]],
        at place: Place
    ) {
        guard let index = places[place]?.firstIndex(where: { $0 === subscription }) else { return }
        // The order of those who want the same does not matter.
        if let last = places[place]?.popLast(), last !== subscription {
            places[place]?[index] = last
        }
        if places[place]?.isEmpty == true {
            places[place] = nil
        }
    }
}

import StateCore
import TunableEngine

/// A subscriber of keys and patterns.
protocol KeySubscriber: Subscriber {
    /// The keys and patterns of the subscriber; empty after the index has removed the subscriber.
    var interest: KeyInterest { get set }
    /// The stamp of the last lookup that found the subscriber; an index uses it to return each subscriber once.
    var stamp: UInt64 { get set }
}

/// Finds the subscriptions that match a key, at a cost in proportion to the matches and not to all subscriptions.
///
/// The cost of adding or removing a subscription depends only on its own names. The index does this work in pieces.
struct SubscriptionIndex<Subscription: KeySubscriber>: SubscriberIndex {
    private var byKey = NameTable<Key, Subscription>()
    /// The subscribers of patterns, by the text before each pattern's first star.
    private var byPrefix = NameTable<String, Subscription>()
    /// The number of distinct prefixes by their length in bytes.
    private var prefixLengths: [Int: Int] = [:]
    private var jobs = NameIndexTasks<Key, Subscription>()
    /// The results of searches that tried patterns, by key.
    private var found: [Key: [Subscription]] = [:]
    /// The size of `found`: the number of subscriptions in all results, and a constant for each key.
    private var foundSize = 0
    private var stamp: UInt64 = 0
    private var subscriptions: [ObjectIdentifier: Subscription] = [:]
    /// The subscribers that have patterns, and the work to try all their patterns on one key.
    private var matchers: [ObjectIdentifier: Subscription] = [:]
    private var matchingWork = 0
    /// The ended subscribers whose names the index has not started to remove.
    private var departed: [Subscription] = []
    /// The patterns that must still be removed for the current ended subscriber, and its prefixes that were already
    /// removed.
    private var leavingPatterns: [KeyPattern] = []
    private var leftPrefixes: Set<String> = []

    /// The size of `found` above which the index clears it.
    private static var maxFound: Int { 131_072 }

    var count: Int { subscriptions.count }

    var hasWork: Bool { !jobs.isEmpty || !departed.isEmpty || !leavingPatterns.isEmpty }

    var all: Dictionary<ObjectIdentifier, Subscription>.Values { subscriptions.values }

    mutating func add(_ subscription: Subscription) {
        subscriptions[ObjectIdentifier(subscription)] = subscription
        if !subscription.interest.patterns.isEmpty {
            matchers[ObjectIdentifier(subscription)] = subscription
            matchingWork += Self.work(of: subscription.interest.patterns)
        }
        jobs.join(subscription, subscription.interest.keys)
        for prefix in subscription.interest.prefixes {
            if byPrefix[prefix] == nil {
                prefixLengths[prefix.utf8.count, default: 0] += 1
            }
            byPrefix.append(subscription, at: prefix)
            forget()
        }
    }

    /// Whether keys can be added to a subscription: its first names are in the index.
    func canExtend(_ subscription: Subscription) -> Bool { !jobs.isJoining(subscription) }

    /// Adds keys to a subscription, all at once.
    mutating func extend(_ subscription: Subscription, by keys: Set<Key>) {
        precondition(canExtend(subscription), "the order of names must not change while they are added")
        for key in keys where !subscription.interest.keys.contains(key) {
            byKey.append(subscription, at: key)
            Self.forget(key, in: &found, &foundSize)
        }
        subscription.interest.insert(keys)
    }

    mutating func remove(_ subscription: Subscription) {
        subscriptions[ObjectIdentifier(subscription)] = nil
        if matchers.removeValue(forKey: ObjectIdentifier(subscription)) != nil {
            matchingWork -= Self.work(of: subscription.interest.patterns)
        }
        jobs.stopJoining(subscription)
        departed.append(subscription)
    }

    /// Removes names of ended subscribers first, because no user's memory limit counts these names.
    mutating func work(_ steps: Int) -> Int {
        var steps = steps
        while steps > 0 {
            steps = jobs.takeOut(steps, of: &byKey) { Self.forget($0, in: &found, &foundSize) }
            while steps > 0, let pattern = leavingPatterns.popLast() {
                steps -= 1
                leave(pattern.prefix)
            }
            guard steps > 0, let subscription = departed.popLast() else { break }
            let interest = subscription.interest
            subscription.interest = KeyInterest(keys: [], patterns: [])
            jobs.leave(subscription, interest.keys)
            leavingPatterns = interest.patterns
            leftPrefixes = []
            // Copying the names costs a fraction of removing them.
            steps -= 1 + interest.keys.count / Self.copiesPerStep
        }
        return jobs.add(max(0, steps), to: &byKey) { Self.forget($0, in: &found, &foundSize) }
    }

    private static var copiesPerStep: Int { 32 }

    private mutating func leave(_ prefix: String) {
        guard leftPrefixes.insert(prefix).inserted else { return }
        forget()
        guard byPrefix.noteLeft(prefix) else { return }
        let left = prefixLengths[prefix.utf8.count, default: 1] - 1
        prefixLengths[prefix.utf8.count] = left == 0 ? nil : left
    }

    private static func work(of patterns: [KeyPattern]) -> Int {
        patterns.reduce(0) { $0 + 1 + $1.text.utf8.count / 16 }
    }

    /// Returns the work to look up `keyCount` keys and to try every pattern on each of them.
    func work(for keyCount: Int) -> Int { keyCount * (1 + matchingWork) }

    /// Returns the subscriptions that may match any of some changes.
    ///
    /// A subscription can occur more than once.
    func candidates(for changes: [Change]) -> [Subscription] {
        guard subscriptions.count > changes.count else { return Array(subscriptions.values) }
        var candidates = Array(matchers.values)
        for change in changes {
            candidates += byKey[change.key]?.subscriptions ?? []
        }
        candidates += jobs.joiningSubscriptions
        return candidates
    }

    /// Returns the subscriptions that match a key, each once.
    ///
    /// Some of them may have ended.
    mutating func subscriptions(for key: Key) -> [Subscription] {
        if prefixLengths.isEmpty, !jobs.hasJoining {
            return byKey[key]?.subscriptions ?? []
        }
        guard !jobs.hasJoining else { return search(for: key) }
        if let found = found[key] {
            return found
        }
        let matching = search(for: key)
        if foundSize >= Self.maxFound {
            forget()
        }
        found[key] = matching
        foundSize += matching.count + Self.foundKeySize
        return matching
    }

    private static var foundKeySize: Int { 8 }

    private static func forget(_ key: Key, in found: inout [Key: [Subscription]], _ size: inout Int) {
        if !found.isEmpty, let subscriptions = found.removeValue(forKey: key) {
            size -= subscriptions.count + foundKeySize
        }
    }

    private mutating func forget() {
        guard !found.isEmpty else { return }
        found = [:]
        foundSize = 0
    }

    private mutating func search(for key: Key) -> [Subscription] {
        stamp += 1
        var matching = byKey[key]?.subscriptions ?? []
        for subscription in matching {
            subscription.stamp = stamp
        }
        for subscription in jobs.joiningSubscriptions
        where subscription.stamp != stamp && subscription.interest.keys.contains(key) {
            subscription.stamp = stamp
            matching.append(subscription)
        }
        let bytes = key.text.utf8
        for length in prefixLengths.keys where length <= bytes.count {
            guard let prefix = String(bytes.prefix(length)) else { continue }
            for subscription in byPrefix[prefix]?.subscriptions ?? []
            where subscription.stamp != stamp && !subscription.isOver {
                if subscription.interest.patterns.contains(where: { $0.matches(key) }) {
                    subscription.stamp = stamp
                    matching.append(subscription)
                }
            }
        }
        return matching
    }
}

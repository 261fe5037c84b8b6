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
struct SubscriptionIndex<Member: KeySubscriber>: SubscriberIndex {
    private var byKey = NameTable<Key, Member>()
    /// The subscribers of patterns, by the text before each pattern's first star.
    private var byPrefix = NameTable<String, Member>()
    /// The number of distinct prefixes by their length in bytes.
    private var prefixLengths: [Int: Int] = [:]
    private var jobs = NameIndexTasks<Key, Member>()
    /// The results of searches that tried patterns, by key.
    private var found: [Key: [Member]] = [:]
    /// The size of `found`: the number of members in all results, and a constant for each key.
    private var foundSize = 0
    private var stamp: UInt64 = 0
    private var members: [ObjectIdentifier: Member] = [:]
    /// The subscribers that have patterns, and the work to try all their patterns on one key.
    private var matchers: [ObjectIdentifier: Member] = [:]
    private var matchingWork = 0
    /// The ended subscribers whose names the index has not started to remove.
    private var departed: [Member] = []
    /// The patterns that must still be removed for the current ended subscriber, and its prefixes that were already
    /// removed.
    private var leavingPatterns: [KeyPattern] = []
    private var leftPrefixes: Set<String> = []

    /// The size of `found` above which the index clears it.
    private static var maxFound: Int { 131_072 }

    var count: Int { members.count }

    var hasWork: Bool { !jobs.isEmpty || !departed.isEmpty || !leavingPatterns.isEmpty }

    var all: Dictionary<ObjectIdentifier, Member>.Values { members.values }

    mutating func add(_ member: Member) {
        members[ObjectIdentifier(member)] = member
        if !member.interest.patterns.isEmpty {
            matchers[ObjectIdentifier(member)] = member
            matchingWork += Self.work(of: member.interest.patterns)
        }
        jobs.join(member, member.interest.keys)
        for prefix in member.interest.prefixes {
            if byPrefix[prefix] == nil {
                prefixLengths[prefix.utf8.count, default: 0] += 1
            }
            byPrefix.append(member, at: prefix)
            forget()
        }
    }

    mutating func remove(_ member: Member) {
        members[ObjectIdentifier(member)] = nil
        if matchers.removeValue(forKey: ObjectIdentifier(member)) != nil {
            matchingWork -= Self.work(of: member.interest.patterns)
        }
        jobs.stopJoining(member)
        departed.append(member)
    }

    /// Removes names of ended subscribers first, because no user's memory limit counts these names.
    mutating func work(_ steps: Int) -> Int {
        var steps = steps
        while steps > 0 {
            steps = jobs.takeOut(steps, of: &byKey) { key in
                if !found.isEmpty, let members = found.removeValue(forKey: key) {
                    foundSize -= members.count + Self.foundKeySize
                }
            }
            while steps > 0, let pattern = leavingPatterns.popLast() {
                steps -= 1
                leave(pattern.prefix)
            }
            guard steps > 0, let member = departed.popLast() else { break }
            let interest = member.interest
            member.interest = KeyInterest(keys: [], patterns: [])
            jobs.leave(member, interest.keys)
            leavingPatterns = interest.patterns
            leftPrefixes = []
            // Copying the names costs a fraction of removing them.
            steps -= 1 + interest.keys.count / Self.copiesPerStep
        }
        return jobs.add(max(0, steps), to: &byKey) { key in
            if !found.isEmpty, let members = found.removeValue(forKey: key) {
                foundSize -= members.count + Self.foundKeySize
            }
        }
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
    func candidates(for changes: [Change]) -> [Member] {
        guard members.count > changes.count else { return Array(members.values) }
        var candidates = Array(matchers.values)
        for change in changes {
            candidates += byKey[change.key]?.members ?? []
        }
        candidates += jobs.joiningMembers
        return candidates
    }

    /// Returns the subscriptions that match a key, each once.
    ///
    /// Some of them may have ended.
    mutating func subscriptions(for key: Key) -> [Member] {
        if prefixLengths.isEmpty, !jobs.hasJoining {
            return byKey[key]?.members ?? []
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

    private mutating func forget() {
        guard !found.isEmpty else { return }
        found = [:]
        foundSize = 0
    }

    private mutating func search(for key: Key) -> [Member] {
        stamp += 1
        var matching = byKey[key]?.members ?? []
        for member in matching {
            member.stamp = stamp
        }
        for member in jobs.joiningMembers where member.stamp != stamp && member.interest.keys.contains(key) {
            member.stamp = stamp
            matching.append(member)
        }
        let bytes = key.text.utf8
        for length in prefixLengths.keys where length <= bytes.count {
            guard let prefix = String(bytes.prefix(length)) else { continue }
            for member in byPrefix[prefix]?.members ?? [] where member.stamp != stamp && !member.isOver {
                if member.interest.patterns.contains(where: { $0.matches(key) }) {
                    member.stamp = stamp
                    matching.append(member)
                }
            }
        }
        return matching
    }
}

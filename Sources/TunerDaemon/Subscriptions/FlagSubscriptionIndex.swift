import FlagEngine

/// Finds the subscriptions that want a flag, at a cost that follows those, and not all there are.
struct FlagSubscriptionIndex: SubscriberIndex {
    private var named = NameTable<FlagKey, FlagSubscription>()
    private var jobs = NameJobs<FlagKey, FlagSubscription>()
    /// Those that want all flags.
    private var everything: SubscriberList<FlagSubscription>?
    private var members: [ObjectIdentifier: FlagSubscription] = [:]
    /// Those that share context and world.
    private var audiences: [FlagAudience.Identity: FlagAudience] = [:]
    /// Those that are over and were not begun to be taken out.
    private var departed: [FlagSubscription] = []
    private var stamp: UInt64 = 0
    /// The work that all contexts may cause for a flag.
    private var contextWork = 0

    var count: Int { members.count }

    var hasWork: Bool { !jobs.isEmpty || !departed.isEmpty }

    var all: Dictionary<ObjectIdentifier, FlagSubscription>.Values { members.values }

    /// The audience there is, if there is one.
    subscript(identity: FlagAudience.Identity) -> FlagAudience? { audiences[identity] }

    mutating func add(_ subscription: FlagSubscription) {
        members[ObjectIdentifier(subscription)] = subscription
        audiences[subscription.audience.identity] = subscription.audience
        subscription.audience.count += 1
        contextWork += subscription.audience.contextWork
        if let keys = subscription.keys {
            jobs.join(subscription, keys)
        } else if everything?.append(subscription) == nil {
            everything = SubscriberList(subscription)
        }
    }

    mutating func remove(_ subscription: FlagSubscription) {
        members[ObjectIdentifier(subscription)] = nil
        subscription.audience.count -= 1
        contextWork -= subscription.audience.contextWork
        if subscription.audience.count == 0 {
            audiences[subscription.audience.identity] = nil
        }
        jobs.stopJoining(subscription)
        departed.append(subscription)
    }

    mutating func work(_ steps: Int) -> Int {
        var steps = steps
        while steps > 0 {
            steps = jobs.takeOut(steps, of: &named) { _ in }
            guard steps > 0, let subscription = departed.popLast() else { break }
            steps -= 1
            guard let keys = subscription.keys else {
                everything?.noteLeft()
                if everything?.isEmpty == true {
                    everything = nil
                }
                continue
            }
            subscription.keys = []
            jobs.leave(subscription, keys)
            // The names are copied, which costs some of what it takes to take them out.
            steps -= keys.count / 32
        }
        return jobs.add(max(0, steps), to: &named) { _ in }
    }

    /// How much work it is to evaluate these flags for the subscriptions that want them: one piece is a flag and a small
    /// context.
    func work(for flags: [FlagDifference]) -> Int {
        let count = flags.count * ((everything?.members.count ?? 0) + jobs.joiningCount + contextWork)
        guard named.count > 0 else { return count }
        return flags.reduce(count) { $0 + (named[$1.key]?.members.count ?? 0) }
    }

    /// Returns the subscriptions that want one of some flags, some of them more than once.
    func candidates(for flags: [FlagDifference]) -> [FlagSubscription] {
        guard members.count > flags.count else { return Array(members.values) }
        var candidates = everything?.members ?? []
        for flag in flags {
            candidates += named[flag.key]?.members ?? []
        }
        candidates += jobs.joiningMembers
        return candidates
    }

    /// Those that want a flag, each once; some may be over.
    mutating func subscriptions(for key: FlagKey) -> [FlagSubscription] {
        var wanting = named[key]?.members ?? []
        if jobs.hasJoining {
            stamp += 1
            for subscription in wanting {
                subscription.stamp = stamp
            }
            for subscription in jobs.joiningMembers where subscription.stamp != stamp && subscription.wants(key) {
                wanting.append(subscription)
            }
        }
        return everything.map { $0.members + wanting } ?? wanting
    }
}

import FlagEngine

/// Finds the subscriptions that match a flag, at a cost in proportion to the matches and not to all subscriptions.
struct FlagSubscriptionIndex: SubscriberIndex {
    private var named = NameTable<FlagKey, FlagSubscription>()
    private var jobs = NameIndexTasks<FlagKey, FlagSubscription>()
    /// The subscriptions to all flags.
    private var everything: SubscriberList<FlagSubscription>?
    private var subscriptions: [ObjectIdentifier: FlagSubscription] = [:]
    /// The audiences of all subscriptions.
    private var audiences: [FlagAudience.Identity: FlagAudience] = [:]
    /// The ended subscriptions whose names the index has not started to remove.
    private var departed: [FlagSubscription] = []
    private var stamp: UInt64 = 0
    /// The sum of `FlagAudience.contextWork` over all subscriptions.
    private var contextWork = 0

    var count: Int { subscriptions.count }

    var hasWork: Bool { !jobs.isEmpty || !departed.isEmpty }

    var all: Dictionary<ObjectIdentifier, FlagSubscription>.Values { subscriptions.values }

    /// Returns the audience with an identity; nil if no subscription has that identity.
    subscript(identity: FlagAudience.Identity) -> FlagAudience? { audiences[identity] }

    mutating func add(_ subscription: FlagSubscription) {
        subscriptions[ObjectIdentifier(subscription)] = subscription
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
        subscriptions[ObjectIdentifier(subscription)] = nil
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
            // Copying the names costs a fraction of removing them.
            steps -= keys.count / 32
        }
        return jobs.add(max(0, steps), to: &named) { _ in }
    }

    /// Returns an upper bound of the work to evaluate flags for their subscriptions, in units of one flag and a small
    /// context.
    func work(for flags: [FlagDifference]) -> Int {
        let count = flags.count * ((everything?.subscriptions.count ?? 0) + jobs.joiningCount + contextWork)
        guard named.count > 0 else { return count }
        return flags.reduce(count) { $0 + (named[$1.key]?.subscriptions.count ?? 0) }
    }

    /// Returns the subscriptions that may match any of some flags.
    ///
    /// A subscription can occur more than once.
    func candidates(for flags: [FlagDifference]) -> [FlagSubscription] {
        guard subscriptions.count > flags.count else { return Array(subscriptions.values) }
        var candidates = everything?.subscriptions ?? []
        for flag in flags {
            candidates += named[flag.key]?.subscriptions ?? []
        }
        candidates += jobs.joiningSubscriptions
        return candidates
    }

    /// Returns the subscriptions that match a flag, each once.
    ///
    /// Some of them may have ended.
    mutating func subscriptions(for key: FlagKey) -> [FlagSubscription] {
        var wanting = named[key]?.subscriptions ?? []
        if jobs.hasJoining {
            stamp += 1
            for subscription in wanting {
                subscription.stamp = stamp
            }
            for subscription in jobs.joiningSubscriptions where subscription.stamp != stamp && subscription.wants(key) {
                wanting.append(subscription)
            }
        }
        return everything.map { $0.subscriptions + wanting } ?? wanting
    }
}

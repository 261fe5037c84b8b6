import FlagEngine
import JSONCore
import StateCore

/// Gathers what is to be told to whom of changes that were made at once.
struct FlagGathering {
    /// The present, in seconds since 1970.
    private let now: Int64
    private var places: [ObjectIdentifier: Int] = [:]
    /// Each subscription once, with its changes by key.
    private(set) var gathered: [(FlagSubscription, [FlagNotice])] = []

    init(at now: Int64) {
        self.now = now
    }

    /// Evaluates a flag as it was and as it is, and notes a change for those of an audience who are to be told.
    mutating func gather(
        _ key: FlagKey,
        from old: SeenFlag?,
        to new: SeenFlag?,
        for audience: FlagAudience,
        where isTold: (FlagSubscription) -> Bool
    ) {
        let evaluation = audience.evaluate(new, at: now)
        let mayChange = (was: old?.mayChangeWithTime == true, is: new?.mayChangeWithTime == true)
        let common =
            mayChange.was ? nil : FlagNotice(key, from: ToldFlag(audience.evaluate(old, at: now)), to: evaluation)
        guard mayChange.was || mayChange.is || common != nil else { return }
        for subscription in audience.subscriptions(for: key) where isTold(subscription) {
            var notice = common
            if mayChange.was {
                // What it was told is what the rule gave then.
                let time = subscription.times[key] ?? subscription.began
                notice = FlagNotice(key, from: ToldFlag(audience.evaluate(old, at: time)), to: evaluation)
            }
            if mayChange.is {
                subscription.times[key] = now
            } else if mayChange.was {
                subscription.times[key] = nil
            }
            if let notice {
                add(notice, for: subscription)
            }
        }
    }

    private mutating func add(_ notice: FlagNotice, for subscription: FlagSubscription) {
        if let place = places[ObjectIdentifier(subscription)] {
            gathered[place].1.append(notice)
        } else {
            places[ObjectIdentifier(subscription)] = gathered.count
            gathered.append((subscription, [notice]))
        }
    }
}

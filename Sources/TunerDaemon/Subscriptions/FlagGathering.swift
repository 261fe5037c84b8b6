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

    /// Evaluates a flag as it was and as it is, once for each audience, and notes a change for those who are to be told.
    ///
    /// `number` is another one each time.
    mutating func gather(
        _ key: FlagKey,
        from old: SeenFlag?,
        to new: SeenFlag?,
        for subscriptions: [FlagSubscription],
        number: UInt64,
        where isTold: (FlagSubscription) -> Bool
    ) {
        let mayChange = (was: old?.mayChangeWithTime == true, is: new?.mayChangeWithTime == true)
        for subscription in subscriptions where !subscription.isOver && isTold(subscription) {
            let audience = subscription.audience
            if audience.found?.gathering != number {
                let evaluation = audience.evaluate(new, at: now)
                let notice =
                    mayChange.was
                    ? nil : FlagNotice(key, from: ToldFlag(audience.evaluate(old, at: now)), to: evaluation)
                audience.found = (number, evaluation, notice)
            }
            guard let (_, evaluation, common) = audience.found else { continue }
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

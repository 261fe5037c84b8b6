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
        _ flag: FlagDifference,
        for subscriptions: [FlagSubscription],
        number: UInt64,
        where isTold: (FlagSubscription) -> Bool
    ) {
        for subscription in subscriptions where !subscription.isOver && isTold(subscription) {
            let audience = subscription.audience
            if audience.found?.gathering != number {
                audience.found = (number, audience.evaluate(flag, at: now))
            }
            guard let evaluation = audience.found?.evaluation else { continue }
            if let notice = subscription.notice(of: flag, evaluation, at: now) {
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

import FlagEngine
import JSONCore
import StateCore

/// Collects the flag changes that each subscription receives in one notification.
struct FlagChangeCollector {
    /// The current time in seconds since 1970.
    private let now: Int64
    private var indexes: [ObjectIdentifier: Int] = [:]
    /// Each subscription once, with its changes in the order in which the flags were evaluated.
    private(set) var gathered: [(FlagSubscription, [FlagNotice])] = []

    init(at now: Int64) {
        self.now = now
    }

    /// Evaluates the old and the new state of a flag once for each audience, and collects the changed results.
    ///
    /// `number` must differ in each call: it identifies the evaluation. `isNotified` decides which subscriptions receive
    /// the change.
    mutating func gather(
        _ flag: FlagDifference,
        for subscriptions: [FlagSubscription],
        number: UInt64,
        where isNotified: (FlagSubscription) -> Bool
    ) {
        for subscription in subscriptions where !subscription.isOver && isNotified(subscription) {
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
        if let index = indexes[ObjectIdentifier(subscription)] {
            gathered[index].1.append(notice)
        } else {
            indexes[ObjectIdentifier(subscription)] = gathered.count
            gathered.append((subscription, [notice]))
        }
    }
}

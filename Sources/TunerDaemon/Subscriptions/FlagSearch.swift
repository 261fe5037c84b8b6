import FlagEngine

/// The evaluation of the flags in a batch that match a subscription, done in steps of bounded time.
struct FlagSearch {
    let batch: ChangeBatch<FlagDifference>
    /// The backlog number that the subscription reaches with this batch.
    let through: Int
    private(set) var notices: [FlagNotice] = []
    private var index = 0
    /// The limits of one step: the number of evaluated flags, and the number of flags that are checked against the
    /// subscription.
    private static let evaluationsPerStep = 64
    private static let checksPerStep = 4_096

    init(_ batch: ChangeBatch<FlagDifference>, through number: Int) {
        self.batch = batch
        through = number
    }

    /// Does one step; returns whether all flags were evaluated.
    mutating func advance(for subscription: FlagSubscription, _ publisher: FlagPublisher) -> Bool {
        var (evaluations, checks) = (FlagSearch.evaluationsPerStep, FlagSearch.checksPerStep)
        while index < batch.items.count, evaluations > 0, checks > 0 {
            checks -= 1
            let number = index
            index += 1
            guard subscription.wants(batch.items[number].key) else { continue }
            evaluations -= 1
            if let notice = publisher.notice(number, of: batch, for: subscription) {
                notices.append(notice)
            }
            // A single targeting rule can search a long list in the context, so check the time after each flag.
            if publisher.deliveries.isTurnOver { break }
        }
        return index == batch.items.count
    }
}

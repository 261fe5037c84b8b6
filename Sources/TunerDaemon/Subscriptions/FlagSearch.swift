import FlagEngine

/// The evaluation of the flags in a batch that match a subscription, done in steps of bounded time.
struct FlagSearch {
    let batch: ChangeBatch<FlagDifference>
    /// The backlog number that the subscription reaches with this batch.
    let through: Int
    private(set) var notices: [FlagNotice] = []
    private var index = 0
    /// The indices of the subscription's flags in the batch; nil to check every flag of the batch.
    private let wanted: [Int]?
    /// The limits of one step: the number of evaluated flags, and the number of flags that are checked against the
    /// subscription.
    private static let evaluationsPerStep = 64
    private static let checksPerStep = 4_096

    init(_ batch: ChangeBatch<FlagDifference>, through number: Int, for subscription: FlagSubscription) {
        self.batch = batch
        through = number
        // Looking up a key takes as long as checking some flags of the batch.
        if let keys = subscription.keys, keys.count <= FlagSearch.evaluationsPerStep,
            batch.items.count > 16 * keys.count
        {
            wanted = keys.compactMap { batch.index(of: $0) }.sorted()
        } else {
            wanted = nil
        }
    }

    /// Does one step; returns whether all flags were evaluated.
    mutating func advance(for subscription: FlagSubscription, _ publisher: FlagPublisher) -> Bool {
        var (evaluations, checks) = (FlagSearch.evaluationsPerStep, FlagSearch.checksPerStep)
        let end = wanted?.count ?? batch.items.count
        while index < end, evaluations > 0, checks > 0 {
            checks -= 1
            let number = wanted?[index] ?? index
            index += 1
            guard wanted != nil || subscription.wants(batch.items[number].key) else { continue }
            evaluations -= 1
            if let notice = publisher.notice(number, of: batch, for: subscription) {
                notices.append(notice)
            }
            // A single targeting rule can search a long list in the context, so check the time after each flag.
            if publisher.deliveries.isTurnOver { break }
        }
        return index == end
    }
}

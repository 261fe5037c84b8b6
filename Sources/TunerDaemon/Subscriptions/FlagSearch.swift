import FlagEngine

/// Evaluates the flags of a batch that a subscription wants, a bounded number at a time.
struct FlagSearch {
    let batch: ChangeBatch<FlagDifference>
    /// The number through which the batch holds what the subscription lacks.
    let through: Int
    private(set) var notices: [FlagNotice] = []
    private var place = 0
    /// How many flags are evaluated in one step, and how many are looked at.
    private static let evaluationsPerStep = 64
    private static let looksPerStep = 4_096

    init(_ batch: ChangeBatch<FlagDifference>, through number: Int) {
        self.batch = batch
        through = number
    }

    /// Evaluates some more of the flags; returns whether that was the last of them.
    mutating func advance(for subscription: FlagSubscription, _ publisher: FlagPublisher) -> Bool {
        var (evaluations, looks) = (FlagSearch.evaluationsPerStep, FlagSearch.looksPerStep)
        while place < batch.items.count, evaluations > 0, looks > 0 {
            looks -= 1
            let number = place
            place += 1
            guard subscription.wants(batch.items[number].key) else { continue }
            evaluations -= 1
            if let notice = publisher.notice(number, of: batch, for: subscription) {
                notices.append(notice)
            }
            // One rule can go through a long list of the context, so the time is checked after each flag.
            if publisher.deliveries.isTurnOver { break }
        }
        return place == batch.items.count
    }
}

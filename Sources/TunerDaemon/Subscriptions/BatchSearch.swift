import JSONCore
import StateCore
import TunableEngine

/// A search for the changes of a batch that match a subscription, done in steps of bounded time.
struct BatchSearch {
    let batch: ChangeBatch<Change>
    /// The backlog number that the subscription reaches with this batch.
    let through: Int
    /// The indices of the matching items in the batch.
    private(set) var found: [Int] = []
    private var index = 0
    /// The number of patterns that one step tries.
    private static let patternsPerStep = 4_096

    init(_ batch: ChangeBatch<Change>, through number: Int) {
        self.batch = batch
        through = number
    }

    /// Does one step of the search; returns whether the search is finished.
    mutating func advance(_ interest: KeyInterest) -> Bool {
        if interest.patterns.isEmpty, interest.keys.count < batch.items.count / 16 {
            found = interest.keys.compactMap { batch.index(of: $0) }.sorted()
            return true
        }
        let end = min(batch.items.count, index + max(1, BatchSearch.patternsPerStep / (1 + interest.patterns.count)))
        while index < end {
            if interest.wants(batch.items[index].key) {
                found.append(index)
            }
            index += 1
        }
        return index == batch.items.count
    }
}

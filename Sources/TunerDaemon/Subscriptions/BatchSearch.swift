import JSONCore
import StateCore
import TunableEngine

/// Finds the changes of a batch that a subscription wants, a bounded number at a time: a value.
struct BatchSearch {
    let batch: ChangeBatch<Change>
    /// The number through which the batch holds what the subscription lacks.
    let through: Int
    /// The places of what was found.
    private(set) var found: [Int] = []
    private var place = 0
    /// How many patterns are tried in one step.
    private static let patternsPerStep = 4_096

    init(_ batch: ChangeBatch<Change>, through number: Int) {
        self.batch = batch
        through = number
    }

    /// Looks at some more of the changes; returns whether that was the last of them.
    mutating func advance(_ interest: KeyInterest) -> Bool {
        if interest.patterns.isEmpty, interest.keys.count < batch.items.count / 16 {
            found = interest.keys.compactMap { batch.place(of: $0) }.sorted()
            return true
        }
        let end = min(batch.items.count, place + max(1, BatchSearch.patternsPerStep / (1 + interest.patterns.count)))
        while place < end {
            if interest.wants(batch.items[place].key) {
                found.append(place)
            }
            place += 1
        }
        return place == batch.items.count
    }
}

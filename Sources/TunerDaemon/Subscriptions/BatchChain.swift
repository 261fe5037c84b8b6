/// A sequence of batches in ascending order of their numbers.
struct BatchChain<Item: KeyedChange> {
    private struct Entry {
        /// The numbers of the batches that were merged into this one.
        var numbers: ClosedRange<Int>
        var batch: ChangeBatch<Item>
    }

    /// The batches that were added to the chain, and the batches that a merge removed from it.
    struct Replacement {
        var added: [ChangeBatch<Item>] = []
        var removed: [ChangeBatch<Item>] = []
    }

    private var entries: [Entry] = []
    /// The number of entries above which `fold` merges every pair of neighbours that it may merge.
    private var foldsBeyond = BatchChain.few
    private static var few: Int { 16 }
    /// The largest number of changes in a batch that is merged even if the chain has few entries.
    private static var small: Int { 64 }

    var isEmpty: Bool { entries.isEmpty }

    var last: ChangeBatch<Item>? { entries.last?.batch }

    /// The number of the last batch; 0 if there is none.
    var lastNumber: Int { entries.last?.numbers.upperBound ?? 0 }

    var batches: [ChangeBatch<Item>] { entries.map(\.batch) }

    mutating func append(_ batch: ChangeBatch<Item>, number: Int) {
        entries.append(Entry(numbers: number...number, batch: batch))
    }

    /// Returns the batches with numbers in a range, the oldest first.
    func batches(_ numbers: ClosedRange<Int>) -> [ChangeBatch<Item>] {
        entries.lazy.filter { numbers.contains($0.numbers.lowerBound) }.map(\.batch)
    }

    /// Merges the last batches if they are small, and merges all neighbours if the chain has many entries.
    ///
    /// The method stops when the budget is spent; the next call continues. It merges two batches only if `isBoundary`
    /// is false for the numbers between them. Then no subscription has received the older batch and lacks the newer
    /// one.
    mutating func fold(_ budget: MergeBudget, unless isBoundary: (ClosedRange<Int>) -> Bool) -> Replacement {
        var replacement = Replacement()
        while entries.count >= 2, entries.suffix(2).allSatisfy({ $0.batch.items.count <= Self.small }),
            fold(entries.count - 2, budget, unless: isBoundary, &replacement)
        {}
        guard entries.count > foldsBeyond else { return replacement }
        var hasFolded = true
        while hasFolded, entries.count > Self.few / 2 {
            hasFolded = false
            var index = 0
            while index < entries.count - 1 {
                hasFolded = fold(index, budget, unless: isBoundary, &replacement) || hasFolded
                index += 1
            }
        }
        if !budget.isSpent {
            foldsBeyond = max(Self.few, 2 * entries.count)
        }
        return replacement
    }

    /// Merges the batch at an index with the next one; returns whether the merge was allowed.
    private mutating func fold(
        _ index: Int,
        _ budget: MergeBudget,
        unless isBoundary: (ClosedRange<Int>) -> Bool,
        _ replacement: inout Replacement
    ) -> Bool {
        let (older, newer) = (entries[index], entries[index + 1])
        guard !isBoundary(older.numbers.upperBound + 1...newer.numbers.lowerBound),
            budget.spend(older.batch.foldingWork(with: newer.batch))
        else { return false }
        let batch = older.batch.followed(by: newer.batch)
        budget.keep(batch)
        replacement.removed += [older.batch, newer.batch]
        replacement.added.append(batch)
        entries[index] = Entry(numbers: older.numbers.lowerBound...newer.numbers.upperBound, batch: batch)
        entries.remove(at: index + 1)
        return true
    }

    /// Removes the batches below a number and returns them.
    mutating func drop(below number: Int) -> [ChangeBatch<Item>] {
        let removed = entries.prefix { $0.numbers.upperBound < number }.map(\.batch)
        entries.removeFirst(removed.count)
        return removed
    }
}

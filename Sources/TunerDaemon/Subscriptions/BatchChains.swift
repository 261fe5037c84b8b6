/// The batches of one kind that a connection's subscriptions lack, by the world from which they are seen.
final class BatchChains<Item: KeyedChange> {
    private var chains: [String?: BatchChain<Item>] = [:]
    /// What subscriptions at the same place receive is folded once.
    private var lastFolded: (numbers: ClosedRange<Int>, world: String?, batch: ChangeBatch<Item>)?

    /// The batches of all worlds.
    var batches: [ChangeBatch<Item>] { chains.values.flatMap(\.batches) }

    /// The number of a batch, if it is the last that was appended.
    func number(of batch: ChangeBatch<Item>, seenFrom world: String?) -> Int? {
        guard let chain = chains[world], chain.last === batch else { return nil }
        return chain.lastNumber
    }

    /// Appends a batch under a number that no other has; returns what became of the batches before.
    func append(
        _ batch: ChangeBatch<Item>,
        seenFrom world: String?,
        number: Int,
        unless isBoundary: (ClosedRange<Int>) -> Bool
    ) -> BatchChain<Item>.Replacement {
        var replacement = chains[world, default: BatchChain()].fold(unless: isBoundary)
        chains[world, default: BatchChain()].append(batch, number: number)
        replacement.added.append(batch)
        return replacement
    }

    /// Returns the changes that a subscription lacks through a number, as one batch.
    func batch(_ lag: Lag, through number: Int, seenFrom world: String?) -> ChangeBatch<Item>? {
        guard lag.next <= number else { return nil }
        let numbers = lag.next...number
        if let lastFolded, lastFolded.numbers == numbers, lastFolded.world == world {
            return lastFolded.batch
        }
        let batches = chains[world]?.batches(numbers) ?? []
        guard let first = batches.first else { return nil }
        let batch = batches.dropFirst().reduce(first) { $0.followed(by: $1) }
        lastFolded = (numbers, world, batch)
        return batch
    }

    /// Drops the batches below a number; returns them.
    func drop(below number: Int) -> [ChangeBatch<Item>] {
        var removed: [ChangeBatch<Item>] = []
        for world in Array(chains.keys) {
            removed += chains[world, default: BatchChain()].drop(below: number)
            if chains[world]?.isEmpty == true {
                chains[world] = nil
            }
        }
        return removed
    }

    /// Forgets what was folded, which nobody lacks any more.
    func forgetFolded() { lastFolded = nil }
}

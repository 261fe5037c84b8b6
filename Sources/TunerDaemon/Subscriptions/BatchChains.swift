/// The batches of one kind that a connection's subscriptions lack, by the world from which they are seen.
final class BatchChains<Item: KeyedChange> {
    private var chains: [String?: BatchChain<Item>] = [:]
    /// What subscriptions at the same place receive is folded once.
    private var lastFolded: (numbers: ClosedRange<Int>, world: String?, batches: [ChangeBatch<Item>], place: Int)?

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
        _ budget: FoldBudget,
        unless isBoundary: (ClosedRange<Int>) -> Bool
    ) -> BatchChain<Item>.Replacement {
        var replacement = chains[world, default: BatchChain()].fold(budget, unless: isBoundary)
        chains[world, default: BatchChain()].append(batch, number: number)
        replacement.added.append(batch)
        return replacement
    }

    /// Folds some more of the changes that a subscription lacks through a number, which it needs as one batch.
    func fold(_ lag: Lag, through number: Int, seenFrom world: String?) -> Folding {
        guard lag.next <= number else { return .nothing }
        let numbers = lag.next...number
        if lastFolded?.numbers != numbers || lastFolded?.world != world {
            lastFolded = (numbers, world, chains[world]?.batches(numbers) ?? [], place: 0)
        }
        guard var (_, _, batches, place) = lastFolded, let first = batches.first else { return .nothing }
        guard batches.count > 1 else { return .whole(first) }
        // Neighbours first, as in a chain: other connections fold the same.
        var work = 0
        while batches.count > 1, work < Self.foldedPerStep {
            if place >= batches.count - 1 {
                place = 0
            }
            let (older, newer) = (batches[place], batches[place + 1])
            work += older.foldingWork(with: newer)
            batches[place] = older.followed(by: newer)
            batches.remove(at: place + 1)
            place += 1
        }
        lastFolded = (numbers, world, batches, place)
        return batches.count == 1 ? .whole(batches[0]) : .unfinished
    }

    /// What has become of the changes that a subscription lacks.
    enum Folding {
        case nothing
        case unfinished
        case whole(ChangeBatch<Item>)
    }

    /// So many changes are looked at in one step.
    private static var foldedPerStep: Int { 8_192 }

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

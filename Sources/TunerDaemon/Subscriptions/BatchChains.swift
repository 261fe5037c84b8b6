/// The batches of one kind of change that a connection's subscriptions lack, by the world in which they are visible.
final class BatchChains<Item: KeyedChange> {
    private var chains: [String?: BatchChain<Item>] = [:]
    /// The newest merge, finished or not; subscriptions that lack the same numbers share its result.
    private var lastFolded: Fold?

    /// A merge of the batches with some numbers, seen from a world and before that from those that were left.
    private struct Fold {
        let numbers: ClosedRange<Int>
        let world: String?
        let departures: [Lag.Departure]
        var batches: [ChangeBatch<Item>]
        var index = 0
    }

    var batches: [ChangeBatch<Item>] { chains.values.flatMap(\.batches) }

    /// Returns the number of a batch if it is the last one in its world's chain; nil otherwise.
    func number(of batch: ChangeBatch<Item>, seenFrom world: String?) -> Int? {
        guard let chain = chains[world], chain.last === batch else { return nil }
        return chain.lastNumber
    }

    /// Appends a batch under a new number; returns the batches that this added to the chain and removed from it.
    func append(
        _ batch: ChangeBatch<Item>,
        seenFrom world: String?,
        number: Int,
        _ budget: MergeBudget,
        unless isBoundary: (ClosedRange<Int>) -> Bool
    ) -> BatchChain<Item>.Replacement {
        var replacement = chains[world, default: BatchChain()].fold(budget, unless: isBoundary)
        chains[world, default: BatchChain()].append(batch, number: number)
        replacement.added.append(batch)
        return replacement
    }

    /// Does a bounded part of merging the changes that a subscription lacks through `number` into one batch.
    func fold(_ lag: Lag, through number: Int, seenFrom world: String?) -> Folding {
        guard lag.next <= number else { return .nothing }
        let numbers = lag.next...number
        if lastFolded?.numbers != numbers || lastFolded?.world != world || lastFolded?.departures != lag.departures {
            let batches = lag.ranges(through: number, seenFrom: world).flatMap { numbers, world in
                chains[world]?.batches(numbers) ?? []
            }
            lastFolded = Fold(numbers: numbers, world: world, departures: lag.departures, batches: batches)
        }
        guard let fold = lastFolded, let first = fold.batches.first else { return .nothing }
        guard fold.batches.count > 1 else { return .whole(first) }
        var (batches, index) = (fold.batches, fold.index)
        // Merging neighbours first, like a chain does, lets other connections reuse the results.
        var work = 0
        while batches.count > 1, work < Self.foldedPerStep {
            if index >= batches.count - 1 {
                index = 0
            }
            let (older, newer) = (batches[index], batches[index + 1])
            work += older.foldingWork(with: newer)
            batches[index] = older.followed(by: newer)
            batches.remove(at: index + 1)
            index += 1
        }
        lastFolded?.batches = batches
        lastFolded?.index = index
        return batches.count == 1 ? .whole(batches[0]) : .unfinished
    }

    /// The result of one call of `fold`.
    enum Folding {
        case nothing
        case unfinished
        case whole(ChangeBatch<Item>)
    }

    /// The number of changes that one call of `fold` merges, before it returns `unfinished`.
    private static var foldedPerStep: Int { 8_192 }

    /// Removes the batches below a number and returns them.
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

    /// Drops the newest merge, which no subscription needs any more.
    func forgetFolded() { lastFolded = nil }
}

import StateCore

/// Changes that connections hold until their subscriptions have received them; one object for all connections.
class HeldBatch {
    /// Bytes of memory that it takes.
    let memory: Int
    /// How many connections of each user hold it: it counts once for a user.
    var holders: [UInt32: Int] = [:]

    init(memory: Int) {
        self.memory = memory
    }
}

/// The changes of one commit, or of several that follow each other, each key once.
final class ChangeBatch<Item: KeyedChange>: HeldBatch {
    /// In the order of the commit; of several commits, sorted by key.
    let items: [Item]
    /// The last commit's; none where no commit made the changes.
    let revision: Int64?
    let time: Moment
    /// Who made all of them, where it is one commit.
    let actor: Actor?
    /// The places of the items in the order of their keys.
    private lazy var order: [Int] =
        zip(items, items.dropFirst()).allSatisfy { $0.key < $1.key }
        ? Array(items.indices) : items.indices.sorted { items[$0].key < items[$1].key }
    /// The batch that followed this one when `folded` was made of both: many connections fold the same batches.
    private weak var follower: ChangeBatch?
    private weak var folded: ChangeBatch?

    init(_ items: [Item], revision: Int64?, time: Moment, actor: Actor?) {
        self.items = items
        self.revision = revision
        self.time = time
        self.actor = actor
        super.init(memory: items.reduce(256) { $0 + $1.memory })
    }

    /// Returns the place of a key's item.
    func place(of key: Item.Name) -> Int? {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if items[order[middle]].key < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < order.count && items[order[low]].key == key ? order[low] : nil
    }

    /// Returns how many items are looked at to fold this batch and the next.
    func foldingWork(with next: ChangeBatch) -> Int {
        follower === next && folded != nil ? 0 : items.count + next.items.count
    }

    /// Returns one batch in place of this one and the next.
    func followed(by next: ChangeBatch) -> ChangeBatch {
        if follower === next, let folded {
            return folded
        }
        let batch = ChangeBatch(
            merged(with: next),
            revision: next.revision ?? revision,
            time: next.time,
            actor: nil
        )
        (follower, folded) = (next, batch)
        return batch
    }

    private func merged(with next: ChangeBatch) -> [Item] {
        var merged: [Item] = []
        merged.reserveCapacity(max(items.count, next.items.count))
        var (mine, theirs) = (order[...], next.order[...])
        while let first = mine.first, let second = theirs.first {
            let (item, other) = (items[first], next.items[second])
            if item.key < other.key {
                merged.append(item)
                mine.removeFirst()
            } else if other.key < item.key {
                merged.append(other)
                theirs.removeFirst()
            } else {
                if let both = item.followed(by: other) {
                    merged.append(both)
                }
                mine.removeFirst()
                theirs.removeFirst()
            }
        }
        merged += mine.lazy.map { self.items[$0] }
        merged += theirs.lazy.map { next.items[$0] }
        return merged
    }
}

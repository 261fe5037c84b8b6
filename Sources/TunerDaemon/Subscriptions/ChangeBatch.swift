import StateCore

/// A batch of changes that connections hold until their subscriptions have received it.
///
/// All connections share one object.
class HeldBatch {
    /// The size in bytes that counts against a user's memory limit.
    let memory: Int
    /// The number of connections that hold the batch, by user ID.
    ///
    /// A batch counts once for each user.
    var holders: [UInt32: Int] = [:]

    init(memory: Int) {
        self.memory = memory
    }
}

/// The changes of one commit, or of several consecutive commits, with at most one item for each key.
final class ChangeBatch<Item: KeyedChange>: HeldBatch {
    /// The items in the order of the commit; sorted by key if the batch merges several commits.
    let items: [Item]
    /// The revision of the last commit; nil if no commit made the changes.
    let revision: Int64?
    let time: Moment
    /// The author of the changes; nil unless a single commit made them.
    let actor: Actor?
    /// The indices of the items in the order of their keys.
    private lazy var order: [Int] =
        zip(items, items.dropFirst()).allSatisfy { $0.key < $1.key }
        ? Array(items.indices) : items.indices.sorted { items[$0].key < items[$1].key }
    /// The next batch with which this batch was merged, and the result.
    ///
    /// Many connections merge the same batches; they reuse the result while any of them holds it.
    private weak var follower: ChangeBatch?
    private weak var folded: ChangeBatch?

    init(_ items: [Item], revision: Int64?, time: Moment, actor: Actor?) {
        self.items = items
        self.revision = revision
        self.time = time
        self.actor = actor
        super.init(memory: items.reduce(256) { $0 + $1.memory })
    }

    /// Returns the index of a key's item; nil if the batch has no item for the key.
    func index(of key: Item.Name) -> Int? {
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

    /// Returns the number of items that a merge with the next batch reads; 0 if the result is cached.
    func foldingWork(with next: ChangeBatch) -> Int {
        follower === next && folded != nil ? 0 : items.count + next.items.count
    }

    /// Returns this batch merged with the next one.
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

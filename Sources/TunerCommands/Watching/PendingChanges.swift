import JSONCore
import TunerAPI

/// Changes in a queue, one for each key, from the value that was handled last to the newest value.
///
/// A key whose value has returned to the one that was handled last is not handled again. The key that changed first is
/// handled first.
struct PendingChanges {
    private var changes: [String: WatchedChange] = [:]
    /// The keys in order; a key without an entry in `changes` is skipped.
    private var order: [String] = []
    /// The number of keys at the front of `order` that were handled.
    private var taken = 0
    private var orderedKeys: Set<String> = []

    /// Adds a change, merged with the waiting change of its key.
    mutating func add(_ newer: WatchedChange) {
        let key = newer.change.key
        var change = newer
        if let waiting = changes[key] {
            change.change.old = waiting.change.old
        }
        changes[key] = change.change.value == change.change.old ? nil : change
        if orderedKeys.insert(key).inserted {
            order.append(key)
        }
    }

    /// Removes and returns the first change.
    mutating func takeNext() -> WatchedChange? {
        while taken < order.count {
            let key = order[taken]
            taken += 1
            orderedKeys.remove(key)
            if taken == order.count {
                order.removeAll()
                taken = 0
            } else if taken > 1_024, taken > order.count / 2 {
                order.removeFirst(taken)
                taken = 0
            }
            if let change = changes.removeValue(forKey: key) {
                return change
            }
        }
        return nil
    }
}

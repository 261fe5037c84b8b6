import JSONCore
import TunerAPI

/// Changes that wait for their turn: of each key one, from the value that had its turn last to the newest.
///
/// What came back to that value waits no more. The key that changed first is first.
struct PendingChanges {
    private var changes: [String: WatchedChange] = [:]
    /// The keys in order; of some the change came back.
    private var order: [String] = []
    /// How many of them had their turn.
    private var taken = 0
    private var places: Set<String> = []

    /// Adds a change behind those of its key that wait.
    mutating func add(_ newer: WatchedChange) {
        let key = newer.change.key
        var change = newer
        if let waiting = changes[key] {
            change.change.old = waiting.change.old
        }
        changes[key] = change.change.value == change.change.old ? nil : change
        if places.insert(key).inserted {
            order.append(key)
        }
    }

    /// Takes out the first.
    mutating func takeNext() -> WatchedChange? {
        while taken < order.count {
            let key = order[taken]
            taken += 1
            places.remove(key)
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

import SystemCore

/// The times at which the last 1,024 revisions were published.
struct PublicationTimes {
    private static let capacity = 1_024

    private var entries: [(revision: Int64, time: MonotonicTime)] = []
    /// The index of the oldest entry.
    private var next = 0

    /// Notes that a revision is published now; revisions ascend.
    mutating func note(_ revision: Int64, at time: MonotonicTime) {
        if entries.count < PublicationTimes.capacity {
            entries.append((revision, time))
        } else {
            entries[next] = (revision, time)
            next = (next + 1) % PublicationTimes.capacity
        }
    }

    /// Returns when a revision was published; nil if the time was overwritten, or not stored.
    func time(of revision: Int64) -> MonotonicTime? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entry(middle).revision < revision { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count, entry(low).revision == revision else { return nil }
        return entry(low).time
    }

    /// Returns the entry at a position in the order of the revisions.
    private func entry(_ position: Int) -> (revision: Int64, time: MonotonicTime) {
        entries[(next + position) % entries.count]
    }
}

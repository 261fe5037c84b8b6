/// The calls that wait for a response, in the order of their ids.
///
/// A server responds to most calls in order, so the search begins with the oldest call. This is not a dictionary: the
/// runtime lookup of its types costs each `tunerctl` process 160,000 instructions.
struct PendingCalls<Call> {
    /// The entries, by increasing id.
    ///
    /// The call is nil for a removed entry at the front.
    private var calls: [(id: Int64, call: Call?)] = []
    /// The number of removed entries that are still at the front of the array.
    private var head = 0

    /// Appends a call; `id` must be larger than all earlier ids.
    mutating func append(_ call: Call, id: Int64) {
        if head > calls.count / 2 {
            calls.removeFirst(head)
            head = 0
        }
        calls.append((id, call))
    }

    /// Removes and returns the call with this id; nil if no such call waits.
    mutating func remove(id: Int64) -> Call? {
        guard let index = index(of: id) else { return nil }
        guard index == head else { return calls.remove(at: index).call }
        head += 1
        return calls[index].call.take()
    }

    /// Removes and returns all calls, the oldest first.
    mutating func removeAll() -> [Call] {
        let pending = calls.compactMap(\.call)
        calls = []
        head = 0
        return pending
    }

    private func index(of id: Int64) -> Int? {
        var (low, high) = (head, calls.count)
        if low < high, calls[low].id == id { return low }
        while low < high {
            let middle = low + (high - low) / 2
            if calls[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < calls.count && calls[low].id == id ? low : nil
    }
}

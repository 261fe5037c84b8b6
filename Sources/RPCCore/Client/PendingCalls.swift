/// The calls that wait for a response, in the order of their ids.
///
/// A server responds to most calls in order, so the oldest call is found first. There is no dictionary: to look up its types
/// costs each process of `tunerctl` 160,000 instructions.
struct PendingCalls<Call> {
    /// The call of a removed entry is nil.
    private var calls: [(id: Int64, call: Call?)] = []
    /// How many entries at the front have been removed, but are still in the array.
    private var head = 0

    /// Appends a call; its id is larger than those of the calls before it.
    mutating func append(_ call: Call, id: Int64) {
        if head > calls.count / 2 {
            calls.removeFirst(head)
            head = 0
        }
        calls.append((id, call))
    }

    /// Removes the call of an id, and returns it; nil if no call waits under this id.
    mutating func remove(id: Int64) -> Call? {
        guard let index = index(of: id) else { return nil }
        guard index == head else { return calls.remove(at: index).call }
        head += 1
        return calls[index].call.take()
    }

    /// Removes every call; returns them, the oldest first.
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

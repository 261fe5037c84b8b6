package import JSONCore

/// Matches answers with the calls that wait for them.
package struct Correlation<Waiter> {
    private var waiters: [Int64: Waiter] = [:]
    private var lastID: Int64 = 0

    /// Nobody waits.
    package init() {}

    /// How many calls wait.
    package var count: Int { waiters.count }

    /// Makes an id for a call that begins.
    package mutating func begin(_ waiter: Waiter) -> Int64 {
        lastID += 1
        waiters[lastID] = waiter
        return lastID
    }

    /// Takes out the call that an answer belongs to; none when nobody waits for it, or no longer.
    package mutating func end(_ id: JSON) -> Waiter? {
        guard case .integer(let number) = id else { return nil }
        return waiters.removeValue(forKey: number)
    }

    /// Takes out all calls, the oldest first: for a connection that ended.
    package mutating func endAll() -> [Waiter] {
        let all = waiters.sorted { $0.key < $1.key }.map(\.value)
        waiters = [:]
        return all
    }
}

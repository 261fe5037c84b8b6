/// The changes whose deliveries have not all arrived, oldest first.
///
/// Every subscriber receives the changes in order, so the oldest change is complete first.
struct ChangesInFlight {
    private struct Change {
        var sendTime: Int64 = 0
        var missing = 0
    }

    private let deliveriesPerChange: Int
    /// A ring: change N is at N modulo the number of changes that can be in flight.
    private var ring: [Change]
    /// The number of changes that were sent.
    private(set) var sent = 0
    /// The number of changes whose deliveries have all arrived.
    private(set) var complete = 0

    init(depth: Int, deliveriesPerChange: Int) {
        self.deliveriesPerChange = deliveriesPerChange
        ring = Array(repeating: Change(), count: depth)
    }

    /// The number of further changes that may be sent.
    var room: Int { ring.count - (sent - complete) }

    /// Adds the next change.
    mutating func send(at now: Int64) {
        ring[sent % ring.count] = Change(sendTime: now, missing: deliveriesPerChange)
        sent += 1
    }

    /// Notes a delivery of a change, and returns the time at which the change was sent; nil if it is not in flight.
    @inline(__always)
    mutating func noteDelivery(of change: Int) -> Int64? {
        guard change < sent, change >= complete else { return nil }
        let slot = change % ring.count
        ring[slot].missing -= 1
        if ring[slot].missing == 0 { complete += 1 }
        return ring[slot].sendTime
    }
}

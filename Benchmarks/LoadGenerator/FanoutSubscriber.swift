import JSONCore
import SystemCore

/// A subscriber of a fan-out, which reads its deliveries.
final class FanoutSubscriber {
    let client: TextClient
    /// The beginning of an incomplete delivery.
    private var partial = ByteBuffer()
    /// The change that the next delivery belongs to, and its deliveries that have arrived.
    private var change = 0
    private var arrived = 0

    init(_ client: consuming TextClient) {
        self.client = client
    }

    /// Receives and checks deliveries.
    ///
    /// All subscribers share the buffer `input`, because only one receives at a time.
    func ready(
        reader: borrowing ResponseReader,
        deliveriesPerChange: Int,
        input: inout ByteBuffer,
        changes: inout ChangesInFlight,
        tally: inout LoadTally
    ) throws(SystemError) {
        input.removeAll()
        if !partial.isEmpty {
            input.append(contentsOf: partial)
            partial.removeAll()
        }
        guard try Kernel.receive(client.socket, into: &input) != .end else {
            throw SystemError("recv", .connectionReset)
        }
        let now = Kernel.monotonicTime()
        tally.lastProgress = now
        input.withBytes { bytes in
            let used = reader.read(bytes) { range, isGood in
                guard isGood, let sent = changes.noteDelivery(of: change) else {
                    return tally.noteBad(bytes, in: range)
                }
                tally.latency.add(now.nanoseconds - sent)
                tally.responses += 1
                tally.owed -= 1
                arrived += 1
                if arrived == deliveriesPerChange {
                    arrived = 0
                    change += 1
                }
            }
            tally.bytes += UInt64(used)
            if used < bytes.count { partial.append(bytes, in: used..<bytes.count) }
        }
    }
}

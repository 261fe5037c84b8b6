import JSONCore
import SystemCore

/// The publisher of a fan-out, which sends changes and reads the responses.
struct FanoutPublisher: ~Copyable {
    /// The token of its events; the tokens of the subscribers begin at zero.
    static let token = UInt64.max

    let client: TextClient
    private var output = ByteBuffer()
    private var input = ByteBuffer()
    /// The number of changes without a response.
    private(set) var unanswered = 0

    init(_ client: consuming TextClient) {
        self.client = client
    }

    /// Sends as many changes as may be in flight.
    mutating func publish(
        _ changes: inout ChangesInFlight,
        deliveriesOfChange: Int,
        depth: Int,
        tally: inout LoadTally
    ) throws(SystemError) {
        let more = min(changes.room, depth - unanswered)
        if more > 0, !tally.isDraining {
            let now = Kernel.monotonicTime().nanoseconds
            for _ in 0..<more { changes.send(at: now) }
            tally.requests.append(more, to: &output)
            tally.owed += more * (deliveriesOfChange + 1)
            unanswered += more
        }
        guard !output.isEmpty else { return }
        let sent = try output.withBytes { (bytes) throws(SystemError) in try Kernel.send(client.socket, bytes) }
        if case .bytes(let count) = sent { output.removeFirst(count) }
    }

    /// Receives and checks responses.
    mutating func ready(reader: borrowing ResponseReader, tally: inout LoadTally) throws(SystemError) {
        guard try Kernel.receive(client.socket, into: &input) != .end else {
            throw SystemError("recv", .connectionReset)
        }
        var used = 0
        input.withBytes { bytes in
            used = reader.read(bytes) { range, isGood in
                guard isGood, unanswered > 0 else { return tally.noteBad(bytes, in: range) }
                unanswered -= 1
                tally.owed -= 1
            }
        }
        input.removeFirst(used)
    }
}

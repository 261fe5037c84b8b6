import JSONCore
import SystemCore

/// A client that sends many requests as fast as the server reads them, and counts the responses.
///
/// It transfers few bytes a turn: the other clients share its thread, and should measure the delay of the
/// server, not that of the flood.
struct Flood: ~Copyable {
    let socket: Descriptor
    private let total: Int
    private(set) var responses = 0
    private var queued = 0
    private var output = ByteBuffer(minimumCapacity: Flood.turn * 2)
    private var input = ByteBuffer(minimumCapacity: Flood.turn * 2)
    private var waitsToWrite = true

    /// The bytes a turn in each direction.
    private static let turn = 8 << 10

    /// The token of its events; the tokens of the clients begin at zero.
    static let token = UInt64.max

    init(of total: Int, to address: UnixAddress) throws(LoadFailure) {
        socket = try LoadFailure.connecting(to: address)
        self.total = total
    }

    func begin(poller: borrowing Poller) throws(LoadFailure) {
        try LoadFailure.translating { () throws(SystemError) in
            try poller.add(socket, token: Flood.token, interest: [.readable, .writable])
        }
    }

    var isOver: Bool { responses >= total }

    /// Receives some responses and sends some requests.
    mutating func ready(
        poller: borrowing Poller,
        reader: borrowing ResponseReader,
        tally: inout LoadTally
    ) throws(LoadFailure) {
        do throws(SystemError) {
            guard try Kernel.receive(socket, into: &input, atMost: Flood.turn) != .end else {
                throw SystemError("recv", .connectionReset)
            }
            handleInput(reader: reader, tally: &tally)
            try sendRequests(poller: poller, tally: &tally)
        } catch {
            throw error.errno.meansPeerIsGone ? .floodClosed : .system(error)
        }
    }

    private mutating func sendRequests(poller: borrowing Poller, tally: inout LoadTally) throws(SystemError) {
        while queued < total, output.count < Flood.turn {
            let more = min(total - queued, 64)
            tally.requests.append(more, to: &output)
            queued += more
        }
        guard !output.isEmpty else { return }
        let sent = try output.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
        if case .bytes(let count) = sent { output.removeFirst(count) }
        let hasMore = !output.isEmpty || queued < total
        if hasMore != waitsToWrite {
            waitsToWrite = hasMore
            let interest = Interest(readable: true, writable: hasMore)
            try poller.modify(socket, token: Flood.token, interest: interest)
        }
    }

    private mutating func handleInput(reader: borrowing ResponseReader, tally: inout LoadTally) {
        var used = 0
        input.withBytes { bytes in
            used = reader.read(bytes) { range, isGood in
                if !isGood || responses == total { tally.noteBad(bytes, in: range) }
                responses += 1
            }
            if reader.findsForbidden(in: bytes, upTo: used) { tally.noteBad(bytes, in: 0..<used) }
        }
        input.removeFirst(used)
    }
}

import JSONCore
import SystemCore

/// A client that keeps a number of requests in flight, and reads the responses in request order.
struct LoadConnectionCore: ~Copyable {
    let socket: Descriptor
    let number: Int
    private let depth: Int
    private var output: ByteBuffer
    /// The beginning of an incomplete response.
    private var partial = ByteBuffer()
    /// The send time of each request in flight in nanoseconds: a ring with the oldest at `oldest`.
    private var sendTimes: [Int64]
    private var oldest = 0
    private var inFlight = 0
    private var waitsToWrite = false

    init(number: Int, plan: LoadPlan) throws(LoadFailure) {
        socket = try LoadFailure.connecting(to: plan.address)
        self.number = number
        depth = plan.depth
        let longest = plan.requests.reduce(0) { max($0, $1.maximumLength) }
        // Twice the size, because new requests are added while the kernel may not have taken old ones.
        output = ByteBuffer(minimumCapacity: longest * plan.depth * 2)
        sendTimes = Array(repeating: 0, count: plan.depth)
    }

    /// Reads the received responses and sends as many requests.
    ///
    /// All connections share the buffer `input`, because only one receives at a time.
    mutating func ready(
        poller: borrowing Poller,
        reader: borrowing ResponseReader,
        input: inout ByteBuffer,
        tally: inout LoadTally
    ) throws(LoadFailure) {
        do {
            try receive(into: &input)
            handle(input, reader: reader, at: Kernel.monotonicTime(), tally: &tally)
            try sendRequests(poller: poller, tally: &tally)
        } catch {
            throw error.errno.meansPeerIsGone ? .closed(connection: number) : .system(error)
        }
    }

    /// Adds requests up to the number in flight, and sends the bytes that the kernel takes.
    mutating func begin(poller: borrowing Poller, tally: inout LoadTally) throws(LoadFailure) {
        do {
            try sendRequests(poller: poller, tally: &tally)
        } catch {
            throw error.errno.meansPeerIsGone ? .closed(connection: number) : .system(error)
        }
    }

    private mutating func sendRequests(poller: borrowing Poller, tally: inout LoadTally) throws(SystemError) {
        let more = depth - inFlight
        if more > 0, !tally.isDraining {
            let now = Kernel.monotonicTime().nanoseconds
            tally.requests.append(more, to: &output)
            tally.owed += more
            for _ in 0..<more {
                let position = oldest + inFlight
                sendTimes[position < depth ? position : position - depth] = now
                inFlight += 1
            }
        }
        guard !output.isEmpty else { return }
        let sent = try output.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
        if case .bytes(let count) = sent { output.removeFirst(count) }
        if output.isEmpty == waitsToWrite {
            waitsToWrite.toggle()
            let interest = Interest(readable: true, writable: waitsToWrite)
            try poller.modify(socket, token: UInt64(number), interest: interest)
        }
    }

    private mutating func receive(into input: inout ByteBuffer) throws(SystemError) {
        input.removeAll()
        if !partial.isEmpty {
            input.append(contentsOf: partial)
            partial.removeAll()
        }
        guard try Kernel.receive(socket, into: &input) != .end else {
            throw SystemError("recv", .connectionReset)
        }
    }

    private mutating func handle(
        _ input: borrowing ByteBuffer,
        reader: borrowing ResponseReader,
        at now: MonotonicTime,
        tally: inout LoadTally
    ) {
        tally.lastProgress = now
        input.withBytes { bytes in
            let owed = inFlight
            let used = reader.read(bytes) { range, isGood in
                if !isGood || inFlight == 0 { tally.noteBad(bytes, in: range) }
                guard inFlight > 0 else { return }
                tally.latency.add(now.nanoseconds - sendTimes[oldest])
                oldest = oldest + 1 == depth ? 0 : oldest + 1
                inFlight -= 1
            }
            tally.owed -= owed - inFlight
            tally.responses += UInt64(owed - inFlight)
            if reader.findsForbidden(in: bytes, upTo: used) { tally.noteBad(bytes, in: 0..<used) }
            if used < bytes.count { partial.append(bytes, in: used..<bytes.count) }
        }
    }
}

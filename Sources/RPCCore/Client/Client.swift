package import JSONCore
package import SystemCore

/// A connection to a server for programs that wait: one thread, one call at a time, each with a time limit.
package final class Client {
    /// Who made the socket that answers, as the kernel says.
    package let server: PeerCredentials

    private let socket: Descriptor
    private let poller: Poller
    private var framer: Framer
    private var input = ByteBuffer()
    private var events: [PollerEvent] = []
    private var lastID: Int64 = 0
    private var notifications: [Notification] = []
    private var hasEnded = false
    /// A message was written in part and never will be whole: nothing can follow it.
    private var isCutShort = false

    /// Connects; a server that is too busy to accept is asked again until the time is over.
    package init(
        connectingTo address: UnixAddress,
        trusting trust: ServerTrust = .anyone,
        within limit: Duration,
        limits: FramingLimits = .answers
    ) throws(ClientError) {
        socket = try trust.connect(to: address, within: limit)
        do {
            server = try Kernel.peerCredentials(of: socket)
            poller = try Poller(.poll)
            try poller.add(socket, token: 0, interest: .readable)
        } catch {
            throw .unreachable(error)
        }
        framer = Framer(limits: limits)
    }

    /// Calls a method and waits for its result; notifications that come meanwhile are kept.
    package func call(
        _ method: String,
        _ params: JSON = [:],
        within limit: Duration
    ) throws(ClientError) -> JSON {
        guard !isCutShort else { throw .closed }
        let deadline = Kernel.monotonicTime() + limit
        lastID += 1
        let id = lastID
        do {
            try send(method, id: id, params, by: deadline)
        } catch {
            // A server that closed may have said why.
            guard error == .closed else { throw error }
        }
        while true {
            guard let incoming = try next(by: deadline) else { throw .timedOut }
            switch incoming {
            case .notification(let notification): notifications.append(notification)
            case .answer(.integer(id), .success(let result)): return result
            case .answer(.integer(id), .failure(let error)): throw .refused(error)
            case .answer(.null, .failure(let error)): throw .refused(error)
            case .answer: break
            }
            // What keeps coming must not keep us here.
            guard Kernel.monotonicTime() < deadline else { throw .timedOut }
        }
    }

    /// Makes calls one behind the other without a wait between them; answers what became of each, in their order.
    ///
    /// Where the server ends the connection before the last one, those that it did not answer are missing.
    package func callAll(
        _ calls: [(method: String, params: JSON)],
        within limit: Duration
    ) throws(ClientError) -> [Result<JSON, RemoteError>] {
        guard !isCutShort else { throw .closed }
        let deadline = Kernel.monotonicTime() + limit
        let firstID = lastID + 1
        var answers: [Result<JSON, RemoteError>] = []
        do throws(ClientError) {
            var bytes = ByteBuffer()
            for call in calls {
                lastID += 1
                try Client.append(call.method, id: lastID, call.params, to: &bytes)
            }
            do throws(ClientError) {
                try send(&bytes, by: deadline)
            } catch .closed {
                // What it has answered before may be there.
            }
            while answers.count < calls.count {
                guard let incoming = try next(by: deadline) else { throw .timedOut }
                switch incoming {
                case .notification(let notification): notifications.append(notification)
                case .answer(.integer(firstID + Int64(answers.count)), let answer): answers.append(answer)
                case .answer(.null, .failure(let error)): throw .refused(error)
                case .answer: break
                }
            }
        } catch {
            guard error == .closed else { throw error }
        }
        return answers
    }

    /// The next notification; none when the time is over before one comes.
    package func nextNotification(within limit: Duration) throws(ClientError) -> Notification? {
        let deadline = Kernel.monotonicTime() + limit
        while notifications.isEmpty {
            guard let incoming = try next(by: deadline) else { return nil }
            if case .notification(let notification) = incoming {
                notifications.append(notification)
                break
            }
            // What keeps coming must not keep us here.
            guard Kernel.monotonicTime() < deadline else { return nil }
        }
        return notifications.removeFirst()
    }

    /// Lends the socket to who waits for news of several things at once.
    package func withSocket<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try body(socket)
    }

    private func send(
        _ method: String,
        id: Int64,
        _ params: JSON,
        by deadline: MonotonicTime
    ) throws(ClientError) {
        var bytes = ByteBuffer()
        try Client.append(method, id: id, params, to: &bytes)
        try send(&bytes, by: deadline)
    }

    private static func append(
        _ method: String,
        id: Int64,
        _ params: JSON,
        to bytes: inout ByteBuffer
    ) throws(ClientError) {
        var writer = JSONWriter()
        do {
            writer.beginMessage(method, id: id)
            try writer.value(params)
            writer.endObject()
            writer.bytes.append(UInt8(ascii: "\n"))
        } catch {
            throw .unwritable
        }
        bytes.append(moving: &writer.bytes)
    }

    private func send(_ bytes: inout ByteBuffer, by deadline: MonotonicTime) throws(ClientError) {
        while !bytes.isEmpty {
            switch try attempt({ () throws(SystemError) in
                try bytes.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
            }) {
            case .bytes(let count):
                bytes.removeFirst(count)
                isCutShort = !bytes.isEmpty
            case .wouldBlock:
                let interest: Interest = hasEnded ? .writable : [.readable, .writable]
                guard try wait(for: interest, by: deadline) else { throw .timedOut }
            case .end:
                throw .closed
            }
            // A server that answers while we still write must not be left waiting for us to read.
            if !bytes.isEmpty {
                _ = try receive()
            }
        }
    }

    /// The next message; none when the time is over.
    private func next(by deadline: MonotonicTime) throws(ClientError) -> Incoming? {
        while true {
            if let incoming = try takeMessage() {
                return incoming
            }
            guard !hasEnded else { throw .closed }
            if try receive() == .wouldBlock {
                guard try wait(for: .readable, by: deadline) else { return nil }
            }
        }
    }

    private func takeMessage() throws(ClientError) -> Incoming? {
        var framer = framer
        let message: JSON? = try input.withBytes { (bytes) throws(ClientError) in
            switch framer.next(in: bytes, isWhole: hasEnded) {
            case .message(let range): return JSONPlace(range, in: bytes).value(in: bytes)
            case .needsMore: return nil
            case .fault: throw .garbled
            }
        }
        let consumed = framer.consumed
        framer.rebase()
        self.framer = framer
        input.removeFirst(consumed)
        guard let message else { return nil }
        guard let incoming = Incoming(message) else { throw .garbled }
        return incoming
    }

    private func receive() throws(ClientError) -> Transfer {
        try attempt { () throws(SystemError) in
            let outcome = try unsafe input.receive(room: 16 << 10) { (memory) throws(SystemError) in
                try unsafe Kernel.receive(socket, into: memory)
            }
            hasEnded = outcome == .end
            return outcome
        }
    }

    private func wait(for interest: Interest, by deadline: MonotonicTime) throws(ClientError) -> Bool {
        try attempt { () throws(SystemError) in
            try poller.modify(socket, token: 0, interest: interest)
            while true {
                try poller.wait(.until(deadline, from: Kernel.monotonicTime()), into: &events)
                if !events.isEmpty {
                    return true
                }
                if deadline <= Kernel.monotonicTime() {
                    return false
                }
            }
        }
    }

    private func attempt<Value>(_ body: () throws(SystemError) -> Value) throws(ClientError) -> Value {
        do {
            return try body()
        } catch {
            throw error.errno.meansPeerIsGone ? .closed : .unreachable(error)
        }
    }
}

@available(*, unavailable)
extension Client: Sendable {}

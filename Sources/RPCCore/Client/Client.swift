package import JSONCore
package import SystemCore

/// A connection to a server for programs that wait: one thread, one call at a time, each with a time limit.
package final class Client {
    private static let connectRetry = Duration.milliseconds(2)

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
        try trust.check(folderOf: address)
        do {
            poller = try Poller(.poll)
            socket = try Client.connect(to: address, by: Kernel.monotonicTime() + limit, waitingIn: poller)
            server = try Kernel.peerCredentials(of: socket)
            try poller.add(socket, token: 0, interest: .readable)
        } catch {
            throw error.errno == .timedOut ? .timedOut : .unreachable(error)
        }
        framer = Framer(limits: limits)
        try trust.check(server, at: address)
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

    private func send(
        _ method: String,
        id: Int64,
        _ params: JSON,
        by deadline: MonotonicTime
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
        while !writer.bytes.isEmpty {
            switch try attempt({ () throws(SystemError) in
                try writer.bytes.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
            }) {
            case .bytes(let count):
                writer.bytes.removeFirst(count)
                isCutShort = !writer.bytes.isEmpty
            case .wouldBlock:
                let interest: Interest = hasEnded ? .writable : [.readable, .writable]
                guard try wait(for: interest, by: deadline) else { throw .timedOut }
            case .end:
                throw .closed
            }
            // A server that answers while we still write must not be left waiting for us to read.
            if !writer.bytes.isEmpty {
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
            var outcome = Transfer.wouldBlock
            try unsafe input.fill(atLeast: 16 << 10) { (room) throws(SystemError) in
                outcome = try unsafe Kernel.receive(socket, into: room)
                guard case .bytes(let count) = outcome else { return 0 }
                return count
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

    private static func connect(
        to address: UnixAddress,
        by deadline: MonotonicTime,
        waitingIn poller: borrowing Poller
    ) throws(SystemError) -> Descriptor {
        var events: [PollerEvent] = []
        while true {
            switch try Kernel.connectWithoutWaiting(to: address) {
            case .connected(let socket):
                return socket
            case .inProgress(let socket):
                return socket
            case .queueFull:
                guard Kernel.monotonicTime() < deadline else {
                    throw SystemError("connect", .timedOut, path: address.path)
                }
                try poller.wait(.duration(connectRetry), into: &events)
            }
        }
    }
}

@available(*, unavailable)
extension Client: Sendable {}

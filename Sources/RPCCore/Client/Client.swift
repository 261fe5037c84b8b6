package import JSONCore
package import SystemCore

/// A blocking connection to a server, for use by one thread; each call has a time limit.
package final class Client: CallChannel {
    /// The credentials of the process that created the server's listening socket, as the kernel reports them.
    package let server: PeerCredentials

    private let socket: ClientSocket<Int>
    private let poller: Poller
    private var events: [PollerEvent] = []
    private var notifications: [Notification] = []
    /// Whether a send timed out, perhaps in the middle of a message.
    ///
    /// After that, nothing more is sent.
    private var isCutShort = false
    /// An error response without an id, which belongs to no particular call.
    private var unmatchedError: RemoteError?

    /// Creates a connection to a server; retries until the time limit if the server's backlog is full.
    package init(
        connectingTo address: UnixAddress,
        trusting trust: ServerTrust = .anyone,
        within limit: Duration,
        limits: FramingLimits = .responses
    ) throws(ClientError) {
        let socket = ClientSocket<Int>(try trust.connect(to: address, within: limit), limits: limits)
        do {
            let poller = try Poller(.poll)
            server = try socket.withSocket { (socket) throws(SystemError) in
                try poller.add(socket, token: 0, interest: .readable)
                return try Kernel.peerCredentials(of: socket)
            }
            self.poller = poller
        } catch {
            throw .unreachable(error)
        }
        self.socket = socket
    }

    /// Sends the calls and waits for their responses; stores the notifications that arrive meanwhile.
    package func callAll(
        _ calls: [(method: String, params: JSON)],
        within limit: Duration
    ) throws(ClientError) -> [CallOutcome] {
        guard !isCutShort else { throw .closed }
        let deadline = Kernel.monotonicTime() + limit
        unmatchedError = nil
        defer { socket.connection.endCalls() }
        do {
            for (index, call) in calls.enumerated() {
                try socket.connection.call(call.method, call.params, index)
            }
        } catch {
            socket.connection.output.removeAll()
            throw .unwritable
        }
        var outcomes = [CallOutcome?](repeating: nil, count: calls.count)
        var missing = calls.count
        do throws(ClientError) {
            do throws(ClientError) {
                try send(by: deadline)
            } catch .closed {
                // Read on: the server may have sent the reason before it closed the connection.
            }
            let isInTime = try read(
                until: { missing == 0 || unmatchedError != nil },
                by: deadline,
                handling: { index, outcome in
                    outcomes[index] = outcome
                    missing -= 1
                }
            )
            if missing > 0, let unmatchedError { throw .refused(unmatchedError) }
            guard isInTime else { throw .timedOut }
        } catch {
            guard error == .closed else { throw error }
        }
        return outcomes.prefix { $0 != nil }.compactMap(\.self)
    }

    /// Sends a notification, which has no response, without waiting.
    ///
    /// The notification is left out if the kernel does not accept the one before it, or if the server is gone.
    package func notify(_ method: String, _ params: some JSONWritable) {
        guard !isCutShort, socket.connection.output.isEmpty else { return }
        try? socket.connection.notify(method, params)
        _ = try? socket.flush()
    }

    /// Returns the next notification; nil if none arrives within the time limit.
    package func nextNotification(within limit: Duration) throws(ClientError) -> Notification? {
        let hasArrived = try read(until: { !notifications.isEmpty }, by: Kernel.monotonicTime() + limit)
        return hasArrived ? notifications.removeFirst() : nil
    }

    /// Passes the socket to `body`, so that a caller can wait for several descriptors at once.
    package func withSocket<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try socket.withSocket(body)
    }

    private func send(by deadline: MonotonicTime) throws(ClientError) {
        while try !attempt({ () throws(SystemError) in try socket.flush() }) {
            guard try wait(for: socket.hasEnded ? .writable : [.readable, .writable], by: deadline) else {
                isCutShort = true
                throw .timedOut
            }
            // If neither side read while both write, both would block forever.
            try receive()
        }
    }

    /// Reads until `isDone` returns true; returns whether that happened within the time limit.
    private func read(
        until isDone: () -> Bool,
        by deadline: MonotonicTime,
        handling handle: (Int, CallOutcome) -> Void = { _, _ in }
    ) throws(ClientError) -> Bool {
        while !isDone() {
            let count = socket.read { event, text in
                switch event {
                case .result(let index, let result): handle(index, .result(result.value(in: text)))
                case .error(let index?, let error): handle(index, .error(error))
                case .error(nil, let error): unmatchedError = error
                case .notification(let method, let params):
                    notifications.append(Notification(method, params, in: text))
                }
            }
            if isDone() { break }
            guard !socket.connection.isGarbled else { throw .garbled }
            guard !socket.hasEnded else { throw .closed }
            // Without this check, a server that sends continuously could keep this loop running past the deadline.
            guard count == 0 || Kernel.monotonicTime() < deadline else { return false }
            if try receive() == 0, !socket.hasEnded {
                guard try wait(for: .readable, by: deadline) else { return false }
            }
        }
        return true
    }

    @discardableResult
    private func receive() throws(ClientError) -> Int {
        try attempt { () throws(SystemError) in try socket.receive(atMost: 16 << 10) }
    }

    private func wait(for interest: Interest, by deadline: MonotonicTime) throws(ClientError) -> Bool {
        try attempt { () throws(SystemError) in
            try socket.withSocket { (socket) throws(SystemError) in
                try poller.modify(socket, token: 0, interest: interest)
            }
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

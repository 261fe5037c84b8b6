package import JSONCore
package import SystemCore

/// A connection to a server for programs that wait: one thread, each call with a time limit.
package final class Client {
    /// The process that made the socket that answers, as the kernel says.
    package let server: PeerCredentials

    private let socket: ClientSocket<Int>
    private let poller: Poller
    private var events: [PollerEvent] = []
    private var notifications: [Notification] = []
    /// A message was written in part when its time was over: nothing is sent behind it.
    private var isCutShort = false
    /// An error of the server about no call in particular.
    private var complaint: RemoteError?

    /// Connects; a server that is too busy to accept is asked again until the time is over.
    package init(
        connectingTo address: UnixAddress,
        trusting trust: ServerTrust = .anyone,
        within limit: Duration,
        limits: FramingLimits = .answers
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

    /// Calls a method and waits for its result; notifications that come meanwhile are kept.
    package func call(
        _ method: String,
        _ params: JSON = [:],
        within limit: Duration
    ) throws(ClientError) -> JSON {
        switch try callAll([(method, params)], within: limit).first {
        case .result(let result): return result
        case .refusal(let error): throw .refused(error)
        case nil: throw .closed
        }
    }

    /// Makes calls without a wait between them; returns their outcomes in order.
    ///
    /// Where the server ends the connection before the last outcome, those that did not come are missing.
    package func callAll(
        _ calls: [(method: String, params: JSON)],
        within limit: Duration
    ) throws(ClientError) -> [CallOutcome] {
        guard !isCutShort else { throw .closed }
        let deadline = Kernel.monotonicTime() + limit
        complaint = nil
        defer { socket.connection.endCalls() }
        do {
            for (place, call) in calls.enumerated() {
                try socket.connection.call(call.method, call.params, place)
            }
        } catch {
            socket.connection.output.removeAll()
            throw .unwritable
        }
        var answers = [CallOutcome?](repeating: nil, count: calls.count)
        var missing = calls.count
        do throws(ClientError) {
            do throws(ClientError) {
                try send(by: deadline)
            } catch .closed {
                // A server that closed may have said why.
            }
            let isInTime = try read(
                until: { missing == 0 || complaint != nil },
                by: deadline,
                taking: { place, answer in
                    answers[place] = answer
                    missing -= 1
                }
            )
            if missing > 0, let complaint { throw .refused(complaint) }
            guard isInTime else { throw .timedOut }
        } catch {
            guard error == .closed else { throw error }
        }
        return answers.prefix { $0 != nil }.compactMap(\.self)
    }

    /// Whether something was received that `nextNotification` returns or throws without a look at the socket.
    package var hasNews: Bool { !notifications.isEmpty || socket.connection.isGarbled }

    /// The next notification; none when the time is over before one comes.
    package func nextNotification(within limit: Duration) throws(ClientError) -> Notification? {
        let isThere = try read(until: { !notifications.isEmpty }, by: Kernel.monotonicTime() + limit)
        return isThere ? notifications.removeFirst() : nil
    }

    /// Passes the socket to a body that waits for several things at once.
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
            // A server that answers while we still write must not be left waiting for us to read.
            try receive()
        }
    }

    /// Reads until a condition holds; returns whether it did before the time was over.
    private func read(
        until isDone: () -> Bool,
        by deadline: MonotonicTime,
        taking take: (Int, CallOutcome) -> Void = { _, _ in }
    ) throws(ClientError) -> Bool {
        while !isDone() {
            let count = socket.read { event, text in
                switch event {
                case .result(let place, let result): take(place, .result(result.value(in: text)))
                case .refusal(let place?, let error): take(place, .refusal(error))
                case .refusal(nil, let error): complaint = error
                case .notification(let method, let params):
                    notifications.append(Notification(method, params, in: text))
                }
            }
            if isDone() { break }
            guard !socket.connection.isGarbled else { throw .garbled }
            guard !socket.hasEnded else { throw .closed }
            // What keeps coming must not keep us here.
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

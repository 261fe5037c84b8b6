import JSONCore
import LoopCore
import SystemCore

/// One connected peer: owns the stream, and performs the actions of its ``ConnectionState``.
///
/// A call by another object, such as a handler or a publisher, only changes the state. The resulting actions follow at
/// the end of the turn.
final class Connection: EventSource {
    let number: UInt64
    let credentials: PeerCredentials
    let server: RPCServer
    private let dispatcher: Dispatcher
    private let loop: EventLoop
    private let memory: SharedBuffers
    var session: AnyObject?
    /// The connection's index in ``WaitingConnections``; nil if no response is withheld.
    var indexAmongWaiting: Int?

    private var state: ConnectionState
    /// The stream; nil after the connection has closed.
    ///
    /// So the descriptor closes even if something still retains the peer.
    private var stream: (any ByteStream)?
    private var timer: TimerHeap.ID?
    /// The capacity of the input that is included in the server's sum.
    private(set) var countedInput = 0
    private var awaitsEndOfTurn = false

    init(_ stream: any ByteStream, number: UInt64, credentials: PeerCredentials, server: RPCServer) {
        self.number = number
        self.credentials = credentials
        self.server = server
        dispatcher = server.dispatcher
        loop = server.loop
        memory = server.shared
        self.stream = stream
        state = ConnectionState(of: credentials.uid, limits: server.limits)
    }

    func begin() throws(SystemError) {
        try stream?.withDescriptor { (descriptor) throws(SystemError) in
            try loop.add(descriptor, source: self, interest: state.interest)
        }
    }

    func ready(_ readiness: Readiness) {
        if readiness.isWritable {
            perform()
        }
        if state.wantsInput {
            receive()
        }
        if readiness.isHangup {
            state.peerClosed()
            if state.isClosed {
                perform()
            }
        }
    }

    /// Performs the actions that calls by other objects have caused in this turn.
    func endTurn() {
        awaitsEndOfTurn = false
        perform()
    }

    /// Stops reading; the connection closes once every received request has its response and the server allows it.
    func finish() {
        state.finish()
        performAtEndOfTurn()
    }

    /// Lets the connection close once its responses are sent.
    ///
    /// The server calls this when every request of all connections has its response.
    func allowEnd() {
        state.allowEnd()
        performAtEndOfTurn()
    }

    /// Sends an error, and closes the connection once the peer has had time to read it.
    func end(with error: RPCError) {
        state.end(with: error, at: loop.now)
        countInput()
        perform()
    }

    func release(through number: UInt64) {
        state.release(through: number)
        performAtEndOfTurn()
    }

    func failWithheld(with error: RPCError) {
        state.failWithheld(with: error)
        performAtEndOfTurn()
    }

    private func performAtEndOfTurn() {
        guard !awaitsEndOfTurn, stream != nil else { return }
        awaitsEndOfTurn = true
        server.performAtEndOfTurn(self)
    }
}

extension Connection: Peer {
    var closesOnFault: Bool {
        get { state.closesOnFault }
        set { state.closesOnFault = newValue }
    }

    var keepers: Int {
        get { state.keepers }
        set {
            state.keepers = newValue
            performAtEndOfTurn()
        }
    }

    var unsent: Int { state.unsent }

    var hasTime: Bool { !loop.isTurnOver() }

    var isWithheld: Bool { state.isWithheld }

    @discardableResult
    func send(_ message: borrowing ByteBuffer) -> Bool {
        defer { performAtEndOfTurn() }
        guard state.send(message, attaching: memory) else { return false }
        server.traffic.notifications &+= 1
        return true
    }

    func send(lazily messages: any LazyMessages) {
        state.send(lazily: messages)
        performAtEndOfTurn()
    }

    func whenSent(_ owner: AnyObject, _ action: @escaping () -> Void) {
        state.whenSent(owner, action)
    }

    func withhold(until number: UInt64) {
        guard !state.isClosed, number > server.waiting.released else { return }
        if !state.isWithheld {
            server.waiting.add(self)
        }
        state.withhold(until: number)
    }

    func close() {
        state.close()
        performAtEndOfTurn()
    }
}

// MARK: Performing

extension Connection {
    private func receive() {
        guard let stream else { return }
        var input = state.takeInput()
        memory.attachInput(to: &input)
        do {
            let transfer = try stream.receive(into: &input, room: TurnLimits.bytes)
            server.traffic.note(received: transfer)
            state.received(transfer)
        } catch {
            state.cannotReceive()
        }
        serve(input)
    }

    /// Continues the work that was left for this turn.
    private func continueTurn() {
        if let part = state.beginNextTurn() {
            write(part)
        } else {
            serve(state.takeInput())
        }
    }

    /// Handles the requests in the input, as many as one turn allows.
    private func serve(_ input: consuming ByteBuffer) {
        if state.output.capacity == 0 {
            memory.attachOutput(to: &state.output)
        }
        var turn = state.beginTurn(at: loop.now)
        input.withBytes { handle($0, &turn) }
        state.endTurn(turn, input)
        if !state.continuesWithInput {
            memory.detachInput(&state.input)
        }
        countInput()
        if server.unreadInput > server.limits.unreadInput, state.framer.isInsideMessage {
            server.connectionWithLargestInput?.end(with: RPCError(.unreadInput(server.limits.unreadInput)))
        }
        perform()
    }

    private func handle(_ bytes: Span<UInt8>, _ turn: inout ServingTurn) {
        var nextClockRead = loop.stepsPerClockRead
        while let request = state.nextRequest(in: bytes, &turn) {
            let unwritten = dispatcher.handle(
                request,
                in: bytes,
                from: self,
                hasRoom: turn.hasRoom,
                writer: &turn.writer,
                counts: &server.counts
            )
            state.finishRequest(unwritten, &turn)
            if turn.count >= nextClockRead || state.batch != nil {
                guard !loop.isTurnOver() else { break }
                nextClockRead = turn.count + loop.stepsPerClockRead
            }
        }
        state.endRequests(in: bytes, &turn)
    }

    /// Writes the next piece of a long response or of lazily written messages.
    private func write(_ part: OutputPart) {
        var writer = state.takeOutput(attaching: memory)
        do {
            let style = state.framer.style
            let earlier = part.messageCount
            let end = loop.nanosecondsInTurn &+ TurnLimits.messageNanoseconds
            let isLast = try part.writePiece(to: &writer, framed: style) {
                loop.isTurnOver() || loop.nanosecondsInTurn >= end
            }
            server.traffic.notifications &+= part.messageCount &- earlier
            state.wrotePiece(of: part, isLast: isLast, writer)
        } catch {
            // The peer may have received the beginning of a response that cannot be completed.
            state.close()
        }
        perform()
    }

    private func perform() {
        guard let stream else { return }
        state.beginFlush(attaching: memory)
        while let action = state.nextAction(at: loop.now) {
            switch action {
            case .send:
                do {
                    let transfer = try state.output.withBytes { (bytes) throws(SystemError) in try stream.send(bytes) }
                    server.traffic.note(sent: transfer)
                    state.sent(transfer)
                } catch {
                    state.cannotSend()
                }
            case .call(let functions):
                for function in functions { function() }
            case .shutDownWriting:
                try? stream.shutdownWriting()
            case .continueNextTurn:
                loop.nextTurn { self.continueTurn() }
            case .reportFinished:
                server.hasFinished(self)
            case .drain:
                drain(stream)
            case .wake(let deadline):
                wake(at: deadline)
            case .wait(let interest):
                wait(for: interest, on: stream)
            case .close:
                close(stream)
            }
        }
        memory.detachOutput(&state.output)
    }

    private func wait(for interest: Interest, on stream: any ByteStream) {
        do {
            try stream.withDescriptor { (descriptor) throws(SystemError) in
                try loop.modify(descriptor, interest: interest)
            }
        } catch {
            preconditionFailure("a connection that is in the poller can be modified: \(error)")
        }
    }

    private func wake(at deadline: MonotonicTime) {
        if let timer {
            loop.cancel(timer)
        }
        timer = loop.schedule(at: deadline) { [weak self] in
            guard let self else { return }
            timer = nil
            state.reachDeadline(at: loop.now)
            countInput()
            perform()
        }
    }

    /// Updates the server's sum of unread input.
    ///
    /// The sum counts the capacity of the buffers, which may be a few times the number of bytes in them.
    private func countInput() {
        let capacity = state.input.capacity
        if capacity != countedInput {
            server.unreadInput += capacity - countedInput
            countedInput = capacity
        }
    }

    private func drain(_ stream: any ByteStream) {
        var dropped = ByteBuffer()
        memory.attachInput(to: &dropped)
        do {
            try stream.shutdown()
            var left = server.limits.discardedInput
            while left > 0 {
                guard case .bytes(let count) = try stream.receive(into: &dropped, room: TurnLimits.bytes) else { break }
                dropped.removeAll()
                left -= count
            }
        } catch {
            // The peer is gone and reads nothing.
        }
        memory.detachInput(&dropped)
    }

    private func close(_ stream: any ByteStream) {
        do {
            try stream.withDescriptor { (descriptor) throws(SystemError) in
                try loop.remove(descriptor)
            }
        } catch {
            preconditionFailure("a connection that is in the poller can be removed: \(error)")
        }
        self.stream = nil
        countInput()
        if let timer {
            loop.cancel(timer)
        }
        server.waiting.remove(self)
        server.forget(self)
    }
}

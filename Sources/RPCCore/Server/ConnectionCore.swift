import JSONCore
import SystemCore

/// What a connection does with bytes: messages in, answers out, in order and within the limits.
struct ConnectionCore: ~Copyable {
    /// What becomes of the bytes that arrive.
    enum Phase: Equatable {
        case serving
        /// A fatal fault was answered; what arrives is thrown away until the peer has read why.
        case discarding(left: Int)
        case closed
    }

    let limits: ServerLimits
    /// None once the connection has closed, so that the descriptor closes then, whoever still holds the peer.
    var stream: (any ByteStream)?
    var phase = Phase.serving
    var framer: Framer
    var input = ByteBuffer()
    /// Holds the output: whole messages, and behind them the answer being written.
    var writer = JSONWriter()
    /// The batch of which some requests wait for their turn; its message is still in the input.
    var batch: OpenBatch?
    var clock = MessageClock()
    /// The peer ended its sending side, and all it sent was read.
    var inputHasEnded = false
    /// The peer cannot be written to any more; what it sent is still handled.
    var outputIsDead = false
    /// The input may hold whole messages, which wait for their turn or for the peer to read its answers.
    var hasUnserved = false
    /// They wait for their turn.
    var isInNextTurn = false
    /// The server ends: what was received is answered, and nothing more is read.
    private var isFinishing = false
    /// What this connection adds to the server's unread input.
    var countedInput = 0
    private var hasShutDown = false
    private var discarding = DiscardProgress(at: MonotonicTime(nanoseconds: 0))
    /// What the poller was told last.
    private var interest: Interest = .readable

    init(_ stream: any ByteStream, of user: UInt32, limits: ServerLimits) {
        self.stream = stream
        self.limits = limits
        framer = Framer(limits: limits.framing(for: user))
    }

    func begin(_ connection: Connection, on loop: EventLoop) throws(SystemError) {
        let interest = interest
        try stream?.withDescriptor { (descriptor) throws(SystemError) in
            try loop.add(descriptor, source: connection, interest: interest)
        }
    }

    mutating func ready(_ readiness: Readiness, _ connection: Connection, _ server: Server) {
        if readiness.isWritable {
            flush(connection, server)
        }
        switch phase {
        case .serving:
            if !isInNextTurn, readsOn, !isPaused(connection) {
                receive(connection, server)
            }
        case .discarding:
            if readsOn {
                discard(connection, server)
            }
        case .closed:
            break
        }
        if readiness.isHangup, !readsOn || isPaused(connection), !isInNextTurn {
            close(connection, server)
        }
    }

    /// Whether what the peer sends is still of interest.
    var readsOn: Bool { !inputHasEnded && !isFinishing }

    /// Whether nothing more is read from the peer: it has left so many answers unread, or waits for the end of a long one.
    func isPaused(_ connection: Connection) -> Bool {
        guard connection.hasNews else { return writer.bytes.count > limits.unsentAnswers }
        return connection.hasParts || writer.bytes.count + connection.withheldBytes > limits.unsentAnswers
    }

    /// Answers a fault behind what was answered before, and serves no further request; the answer has the id of the
    /// message that is being received, if that has come.
    mutating func end(with error: RPCError, _ connection: Connection, _ server: Server) {
        guard phase == .serving else { return }
        if batch != nil {
            endBatch(connection)
        }
        let start = writer.bytes.count
        var bytes = ByteBuffer()
        swap(&bytes, &input)
        bytes.withBytes { writer.failure(error, id: framer.openID, in: $0) }
        deliver(from: start, connection)
        discardFromNowOn(connection, server)
        flush(connection, server)
    }

    /// Reads no further request; the connection ends when the peer has its answers.
    mutating func discardFromNowOn(_ connection: Connection, _ server: Server) {
        phase = .discarding(left: limits.discardedInput)
        connection.hasNews = true
        input = ByteBuffer()
        batch = nil
        countInput(connection, server)
        discarding = DiscardProgress(at: server.loop.now)
        scheduleDiscardCheck(connection, server)
    }

    private func scheduleDiscardCheck(_ connection: Connection, _ server: Server) {
        server.loop.schedule(after: limits.discardTime) { [weak connection] in
            connection?.checkDiscardTime()
        }
    }

    /// Closes when the peer has had its time to read why; what is owed it goes first, for as long as it takes it.
    mutating func checkDiscardTime(_ connection: Connection, _ server: Server) {
        guard case .discarding = phase else { return }
        discarding.note(left: writer.bytes.count, isOwed: connection.owesAnswers, at: server.loop.now)
        if discarding.isOver(server.loop.now, after: limits) {
            close(connection, server)
        } else {
            scheduleDiscardCheck(connection, server)
        }
    }

    /// Reads nothing more; closes when what was received is answered and the server lets it.
    mutating func finish(_ connection: Connection, _ server: Server) {
        isFinishing = true
        flush(connection, server)
    }

    /// Ends the connection at once.
    mutating func close(_ connection: Connection, _ server: Server) {
        guard let stream, phase != .closed else { return }
        phase = .closed
        do {
            try stream.withDescriptor { (descriptor) throws(SystemError) in
                try server.loop.remove(descriptor)
            }
        } catch {
            preconditionFailure("a connection that is in the poller can be removed: \(error)")
        }
        self.stream = nil
        input = ByteBuffer()
        batch = nil
        writer = JSONWriter()
        countInput(connection, server)
        clock.cancel(on: server.loop)
        connection.didClose()
        server.forget(connection)
    }

    /// Sends what waits, as much as the peer takes.
    mutating func flush(_ connection: Connection, _ server: Server) {
        guard let stream, phase != .closed else { return }
        if connection.hasNews {
            connection.moveReady(to: &writer.bytes)
        }
        do {
            while !writer.bytes.isEmpty, !outputIsDead {
                let sent = try writer.bytes.withBytes { (bytes) throws(SystemError) in try stream.send(bytes) }
                guard case .bytes(let count) = sent else { break }
                writer.bytes.removeFirst(count)
            }
        } catch {
            outputIsDead = true
        }
        if outputIsDead {
            writer.bytes.removeAll()
            connection.forgetAnswers()
        }
        if connection.untaken != writer.bytes.count {
            connection.untaken = writer.bytes.count
        }
        if writer.bytes.isEmpty {
            if connection.toldUntaken > 0 {
                connection.noteTaken()
            }
            server.shared.takeBackOutput(&writer.bytes)
            if !connection.taken.isEmpty, !outputIsDead, !connection.hasParts {
                let actions = connection.taken.values
                connection.taken = [:]
                for action in actions { action() }
            }
            shutDownIfAnswered(connection)
        }
        goOn(connection, server)
        closeIfDone(connection, server)
        updateInterest(connection, server)
    }

    /// Sees that messages which wait are handled next turn, or a long answer goes on, unless the peer has to read first.
    private mutating func goOn(_ connection: Connection, _ server: Server) {
        guard !isInNextTurn else { return }
        if connection.hasNews, connection.mayWritePiece {
            guard writer.bytes.count <= min(limits.unsentAnswers, TurnLimits.resultBytes) else { return }
        } else {
            guard hasUnserved, phase == .serving, !isPaused(connection) else { return }
        }
        isInNextTurn = true
        server.loop.nextTurn { connection.continueServing() }
    }

    /// Closes when the peer sends nothing more, has all its answers and nothing keeps the connection.
    private mutating func closeIfDone(_ connection: Connection, _ server: Server) {
        guard !isFinishing else {
            closeIfFinished(connection, server)
            return
        }
        guard inputHasEnded, !isInNextTurn, input.isEmpty, writer.bytes.isEmpty, !connection.owesAnswers,
            !connection.hasParts
        else { return }
        if connection.keepers == 0 || outputIsDead || phase != .serving {
            close(connection, server)
        }
    }

    /// Says when nothing is left to answer, unless the peer has to read first; closes when nothing is left to send either.
    private mutating func closeIfFinished(_ connection: Connection, _ server: Server) {
        guard !isInNextTurn, !connection.owesAnswers else { return }
        server.hasFinished(connection)
        guard server.ending?.mayClose == true, writer.bytes.isEmpty, !connection.hasParts,
            phase != .serving || !hasUnserved
        else { return }
        drain(server.shared)
        close(connection, server)
    }

    /// Tells the poller what is waited for now, if that has changed.
    private mutating func updateInterest(_ connection: Connection, _ server: Server) {
        let wanted = Interest(
            readable: readsOn && (phase != .serving || !isPaused(connection)),
            writable: !writer.bytes.isEmpty
        )
        guard wanted.rawValue != interest.rawValue, phase != .closed, let stream else { return }
        if wanted.contains(.readable), !interest.contains(.readable) {
            clock.restart(at: server.loop.now)
        }
        interest = wanted
        do {
            try stream.withDescriptor { (descriptor) throws(SystemError) in
                try server.loop.modify(descriptor, interest: wanted)
            }
        } catch {
            preconditionFailure("a connection that is in the poller can be modified: \(error)")
        }
    }

    private mutating func shutDownIfAnswered(_ connection: Connection) {
        guard phase != .serving, !connection.owesAnswers, !connection.hasParts, !hasShutDown, let stream
        else { return }
        hasShutDown = true
        try? stream.shutdownWriting()
    }
}

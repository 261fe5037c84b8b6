import HTTPCore
import JSONCore
import LoopCore
import NetworkCore
import SystemCore

/// One connected client: owns the stream, and performs the events of its ``PeerState``.
///
/// A call by another object, such as the end of an exchange, only changes the state. What follows from it happens at
/// the end of the turn.
final class HTTPPeer: EventSource {
    /// The limit for the events of one turn.
    private static let eventsInTurn = 64
    /// The limit for the bytes that are received at a time.
    private static let bytesInTurn = 64 << 10

    let number: UInt64
    let owner: SocketOwner
    let server: HTTPServer
    let loop: EventLoop
    let memory: SharedBuffers
    /// Whether the connection is beyond a limit, and only learns so.
    let isRefused: Bool

    var state: PeerState
    /// The received bytes that are not yet handled.
    var input = ByteBuffer()
    /// The stream; nil after the connection has closed.
    private(set) var stream: (any ByteStream)?
    /// The request that has no response yet; its owner is the route's handler.
    ///
    /// Not a weak reference, which would make each use of the object slower: every end of an exchange removes it here.
    unowned var exchange: Exchange?
    /// The decision about the last request; nil if it was refused.
    var admission: Admission?
    var awaited: AwaitedRequest?
    var webSocketHandler: (any WebSocketHandler)?
    var webSocket: WebSocket?
    private(set) var isServing = false

    private var interest = Interest.readable
    private var timer = PeerTimer()
    private var awaitsEndOfTurn = false
    private var awaitsNextTurn = false

    init(_ stream: any ByteStream, number: UInt64, owner: SocketOwner, server: HTTPServer, isRefused: Bool) {
        self.stream = stream
        self.number = number
        self.owner = owner
        self.server = server
        self.isRefused = isRefused
        loop = server.loop
        memory = server.shared
        state = PeerState(HTTPConnection(limits: isRefused ? server.limits.refusedHTTP : server.limits.http))
        state.http.commonFields = Exchange.fields
    }

    func begin() throws(SystemError) {
        try stream?.withDescriptor { (descriptor) throws(SystemError) in
            try loop.add(descriptor, source: self, interest: interest)
        }
        serve()
    }

    func ready(_ readiness: Readiness) {
        guard !awaitsNextTurn else { return }
        if wantsInput {
            receive()
        }
        if readiness.isHangup, !wantsInput {
            state.cannotSend()
        }
        serve()
    }

    /// Performs what calls by other objects have caused in this turn.
    func endTurn() {
        awaitsEndOfTurn = false
        if !awaitsNextTurn {
            // Without time, the requests that the client has sent ahead wait for the next turn.
            serve(atMost: loop.isTurnOver() ? 1 : HTTPPeer.eventsInTurn)
        }
    }

    func performAtEndOfTurn() {
        guard !awaitsEndOfTurn, !isServing, stream != nil else { return }
        awaitsEndOfTurn = true
        server.performAtEndOfTurn(self)
    }

    /// Ends the connection after the present response; a stream and a WebSocket connection end at once.
    func finish() {
        state.http.stop()
        if state.isStreaming, let exchange {
            abandonResponse(hasBegun: true)
            exchange.clientIsGone()
        }
        webSocket?.close(.goingAway)
        performAtEndOfTurn()
    }

    /// Closes the connection at the end of the turn, and drops its output.
    func close() {
        state.cannotSend()
        performAtEndOfTurn()
    }

    var now: UInt64 { UInt64(clamping: loop.now.nanoseconds) }

    private var wantsInput: Bool { state.wantsInput(buffered: input.count) }
}

// MARK: - Serving

extension HTTPPeer {
    private func receive() {
        guard let stream else { return }
        memory.attachInput(to: &input)
        do {
            switch try stream.receive(into: &input, room: HTTPPeer.bytesInTurn) {
            case .bytes(let count): server.count(received: count)
            case .wouldBlock: break
            case .end: state.receivedEnd()
            }
        } catch {
            state.cannotSend()
        }
    }

    /// Handles events until the connection waits, or the time of the turn is used up.
    private func serve(atMost most: Int = HTTPPeer.eventsInTurn) {
        guard stream != nil, !isServing else { return }
        isServing = true
        state.http.date = server.date
        var count = 0
        var isOver = false
        var maySend = true
        while let stream, !isOver {
            guard performNext(on: stream) else {
                guard maySend, state.hasOutput else { break }
                maySend = send(on: stream)
                // The connection learns what was sent: that renews its time, and may make room for the next request.
                continue
            }
            count += 1
            isOver = count >= most || count.isMultiple(of: loop.stepsPerClockRead) && loop.isTurnOver()
        }
        isServing = false
        guard let stream else { return }
        if isOver {
            if state.hasOutput {
                _ = send(on: stream)
            }
            continueInNextTurn()
        }
        reportRoom()
        memory.detachInput(&input)
        state.detachOutput(to: memory)
        schedule()
        wait(on: stream)
    }

    /// Performs the next event; returns false if the connection waits.
    private func performNext(on stream: any ByteStream) -> Bool {
        switch state.next(in: &input, at: now) {
        case .wait: return false
        case .head: handleHead(hasBody: true)
        case .request where awaited != nil: handleBody()
        case .request: handleHead(hasBody: false)
        case .bodyTooLong: refuseBody()
        case .refused: noteRefusal()
        case .text(let content): receive(text: content)
        case .binary(let content): receive(binary: content)
        case .pong: break
        case .ended(let code): endWebSocket(code)
        case .shutDown: try? stream.shutdownWriting()
        case .close: close(stream)
        }
        return true
    }

    /// Sends output; returns whether the stream has accepted all of it.
    private func send(on stream: any ByteStream) -> Bool {
        do {
            guard case .bytes(let count)? = try state.send(on: stream) else { return false }
            server.count(sent: count)
            state.sent(count)
            return !state.hasOutput
        } catch {
            state.cannotSend()
            return true
        }
    }

    private func continueInNextTurn() {
        awaitsNextTurn = true
        loop.nextTurn { [self] in
            awaitsNextTurn = false
            serve()
        }
    }

    private func wait(on stream: any ByteStream) {
        let wanted = Interest(readable: wantsInput, writable: state.hasOutput)
        guard wanted != interest else { return }
        interest = wanted
        do {
            try stream.withDescriptor { (descriptor) throws(SystemError) in
                try loop.modify(descriptor, interest: wanted)
            }
        } catch {
            preconditionFailure("a connection that is in the poller can be modified: \(error)")
        }
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
        timer.cancel(on: loop)
        input = ByteBuffer()
        takeAwaited()?.exchange.clientIsGone()
        exchange?.clientIsGone()
        endWebSocket(nil)
        server.forget(self)
    }

    /// Sets the timer for the deadline of the state.
    private func schedule() {
        let deadline = state.deadline
        guard timer.isLater(than: deadline) else { return }
        // A strong reference, because a weak one makes each use of an object slower. `close` cancels the timer.
        timer.set(to: deadline, on: loop) { [self] in timeIsUp() }
    }

    private func timeIsUp() {
        timer.hasFired()
        if now >= state.deadline {
            state.reachDeadline(at: now)
        }
        if awaitsNextTurn {
            schedule()
        } else {
            serve()
        }
    }
}

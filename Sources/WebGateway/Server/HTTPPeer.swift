import HTTPCore
import JSONCore
import LoopCore
import NetworkCore
import SystemCore

/// One connected client: owns the stream, and performs what its ``HTTPConnection`` or ``WebSocketConnection`` asks for.
///
/// A call by another object, such as the end of an exchange, only changes the connection. What follows from it happens
/// at the end of the turn.
final class HTTPPeer: EventSource {
    /// The limit for the events of one turn.
    private static let eventsInTurn = 64
    /// The limit for the bytes of a body that its route ignores.
    private static let ignoredBody = 64 << 10
    /// The limit for the bytes that are received at a time.
    private static let bytesInTurn = 64 << 10
    /// The first memory for output, in which a short response fits.
    private static let shortOutput = 512

    let number: UInt64
    let owner: SocketOwner
    let server: HTTPServer
    /// Whether the present response is a stream, which the end of the server does not wait for.
    var isStreaming = false
    /// Whether the client of the present request is gone when it ends its sending side.
    private var endsWithInput = false
    /// The unsent bytes beyond which the present response has no room, if the limit of the connection is higher.
    private var unsentLimit = Int.max

    private let loop: EventLoop
    private let memory: SharedBuffers
    /// Whether the connection is beyond a limit, and only learns so.
    private let isRefused: Bool
    /// The stream; nil after the connection has closed.
    private var stream: (any ByteStream)?
    /// Whether the connection speaks HTTP; otherwise it speaks WebSocket.
    private var speaksHTTP = true
    private var http: HTTPConnection
    private var webSocket: WebSocketConnection?
    private var webSocketHandler: (any WebSocketHandler)?
    private var webSocketObject: WebSocket?
    private var input = ByteBuffer()
    /// The request that has no response yet; its owner is the route's handler.
    ///
    /// Not a weak reference, which would make each use of the object slower: every end of an exchange removes it here.
    private unowned var exchange: Exchange?
    /// The decision about the last request; nil if it was refused.
    private var admission: Admission?
    /// The route of a request whose body is still received.
    private var awaited: (route: Route, segments: [Range<Int>], exchange: Exchange)?
    /// The bytes that the server has reserved for this body.
    private var reserved = 0
    private var interest = Interest.readable
    private var timer: (id: TimerHeap.ID, time: UInt64)?
    private var isServing = false
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
        var limits = server.limits.http
        if isRefused {
            limits.idleTime = WebLimits.refusedTime
            limits.headTime = WebLimits.refusedTime
            limits.sendTime = WebLimits.refusedTime
        }
        http = HTTPConnection(limits: limits)
        http.commonFields = Exchange.fields
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
            clientIsGone()
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
        http.stop()
        if isStreaming, let exchange {
            abandonResponse(hasBegun: true)
            exchange.clientIsGone()
        }
        webSocketObject?.close(.goingAway)
        performAtEndOfTurn()
    }

    /// Closes the connection at the end of the turn, and drops its output.
    func close() {
        clientIsGone()
        performAtEndOfTurn()
    }

    private func clientIsGone() {
        if speaksHTTP {
            http.cannotSend()
        }
        webSocket?.cannotSend()
    }

    private var now: UInt64 { UInt64(clamping: loop.now.nanoseconds) }

    private var wantsInput: Bool {
        guard !speaksHTTP else { return http.apply { $0.wantsInput(buffered: input.count) } }
        guard !isPaused else { return false }
        return webSocket?.apply { $0.wantsInput } ?? false
    }

    /// Whether the handler of a WebSocket connection receives no messages; an end of the connection ends the pause.
    private var isPaused: Bool { webSocketObject?.isPaused == true && webSocket?.apply { $0.isOpen } == true }

    private var hasOutput: Bool {
        speaksHTTP ? !http.output.isEmpty : webSocket?.apply { !$0.output.isEmpty } ?? false
    }
}

// MARK: - Responses

extension HTTPPeer {
    /// Whether the present response may be continued.
    var hasRoom: Bool { speaksHTTP && http.apply { $0.hasRoom && $0.output.count <= unsentLimit } }

    /// Lowers the limit for the bytes of the present response that wait for the client.
    func limitUnsent(to count: Int) {
        unsentLimit = count
        // A socket of another kind has no such limit, and its buffers are small.
        try? stream?.withDescriptor { (descriptor) throws(SystemError) in
            try Network.limitUnsent(of: descriptor, to: Int32(clamping: count))
        }
    }

    /// Lets the end of the client's sending side mean that the client is gone, also if it has ended it already.
    func endWithInput() {
        endsWithInput = true
        if speaksHTTP, http.inputHasEnded {
            clientIsGone()
            performAtEndOfTurn()
        }
    }

    /// Lets an exchange write to the connection.
    func write(_ body: (inout HTTPConnection) -> Void) {
        guard speaksHTTP else { return }
        if http.output.capacity == 0 {
            http.apply {
                memory.attachOutput(to: &$0.output)
                $0.output.reserve(HTTPPeer.shortOutput)
            }
        }
        if !isServing {
            http.date = server.date
        }
        http.apply(body)
    }

    /// Notes that the client of the present exchange is gone.
    func exchangeIsGone() { exchange = nil }

    func exchangeHasEnded() {
        exchange = nil
        isStreaming = false
        endsWithInput = false
        unsentLimit = .max
        performAtEndOfTurn()
    }

    /// Ends a response that its exchange has not ended.
    func abandonResponse(hasBegun: Bool) {
        write { (connection: inout HTTPConnection) in
            if hasBegun {
                connection.abandonBody()
            } else {
                connection.begin(.internalServerError)
                connection.add("Content-Type", ContentType.text.value)
                connection.add("Cache-Control", "no-store")
                connection.end("tunerweb failed to handle this request. This is a fault of tunerweb.\n".utf8.span)
            }
        }
        exchangeHasEnded()
    }
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
            case .end:
                if speaksHTTP {
                    http.receivedEnd()
                }
                webSocket?.receivedEnd()
                if endsWithInput {
                    clientIsGone()
                }
            }
        } catch {
            clientIsGone()
        }
    }

    /// Handles events until the connection waits, or the time of the turn is used up.
    private func serve(atMost most: Int = HTTPPeer.eventsInTurn) {
        guard stream != nil, !isServing else { return }
        isServing = true
        http.date = server.date
        var count = 0
        var isOver = false
        var maySend = true
        while let stream, !isOver {
            let isWaiting = speaksHTTP ? serveHTTP(stream) : serveWebSocket(stream)
            guard !isWaiting else {
                guard hasOutput, maySend else { break }
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
            if hasOutput {
                _ = send(on: stream)
            }
            continueInNextTurn()
        }
        callWhenRoom()
        memory.detachInput(&input)
        detachOutput()
        schedule()
        wait(on: stream)
    }

    /// Handles the next event; returns whether the connection waits.
    private func serveHTTP(_ stream: any ByteStream) -> Bool {
        switch http.next(in: &input, at: now) {
        case .wait: return true
        case .head: handleHead(hasBody: true)
        case .request where awaited != nil: handleBody()
        case .request: handleHead(hasBody: false)
        case .bodyTooLong: refuseBody()
        case .refused:
            if let fault = http.fault {
                server.count(fault.status, ofRoute: nil, since: server.time)
            }
            takeAwaited()?.exchange.clientIsGone()
        case .shutDown: try? stream.shutdownWriting()
        case .close: close(stream)
        }
        return false
    }

    /// Decides about a request whose head has arrived, and handles it if it has no body.
    private func handleHead(hasBody: Bool) {
        let exchange = Exchange(self)
        self.exchange = exchange
        guard !isRefused else {
            http.stop()
            return exchange.respond(
                .serviceUnavailable,
                text:
                    "tunerweb has as many connections as --max-connections or --max-connections-per-user allow. Try again later."
            )
        }
        input.withBytes { bytes in
            guard let admission = admit(in: bytes, exchange) else { return }
            if hasBody {
                acceptBody(for: admission.route, admission.segments, in: bytes, exchange)
            } else {
                admission.route.handler(RouteCall(request: http.request, segments: admission.segments), bytes, exchange)
            }
        }
        beginWebSocket()
    }

    /// Returns the decision about the present request; the same head has the same one.
    private func admit(in bytes: Span<UInt8>, _ exchange: Exchange) -> Admission? {
        guard http.repeatsHead, let admission else {
            admission = server.admit(http.request, in: bytes, exchange)
            return admission
        }
        exchange.nameIndex = admission.route.nameIndex
        exchange.origin = admission.origin
        return admission
    }

    private func acceptBody(
        for route: Route,
        _ segments: [Range<Int>],
        in bytes: Span<UInt8>,
        _ exchange: Exchange
    ) {
        if route.bodyLimit != nil, let coding = http.request.contentCoding(in: bytes) {
            let name = String(decoding: [UInt8](bytes, in: coding), as: UTF8.self)
            exchange.namesCodings = true
            let sentence = "The body has the content coding \(name.shown). Send it without Content-Encoding."
            return route.refuse(exchange, .unsupportedMediaType, sentence)
        }
        let limit = min(route.bodyLimit ?? HTTPPeer.ignoredBody, server.limits.body)
        let count = if case .length(let count) = http.request.framing { min(count, limit) } else { limit }
        guard server.reserve(body: count) else {
            let sentence = "The bodies of other requests use the memory for bodies. Try again later."
            return route.refuse(exchange, .serviceUnavailable, sentence)
        }
        reserved = count
        awaited = (route, segments, exchange)
        http.acceptBody(limit: limit)
    }

    /// Ends the reservation for a body, and returns the request that waits for it.
    private func takeAwaited() -> (route: Route, segments: [Range<Int>], exchange: Exchange)? {
        server.release(body: reserved)
        reserved = 0
        return awaited.take()
    }

    /// Handles a request whose body has arrived.
    private func handleBody() {
        guard let (route, segments, exchange) = takeAwaited() else { return }
        let call = RouteCall(request: http.request, segments: segments)
        input.withBytes { route.handler(call, $0, exchange) }
        beginWebSocket()
    }

    /// Refuses a request whose body is too long.
    private func refuseBody() {
        guard let (route, _, exchange) = takeAwaited(), let fault = http.fault else { return }
        route.refuse(exchange, fault.status, fault.sentence)
    }

    /// Sends output; returns whether the stream has accepted all of it.
    private func send(on stream: any ByteStream) -> Bool {
        do {
            let transfer: Transfer?
            if speaksHTTP {
                transfer = try http.output.withBytes { (bytes) throws(SystemError) in try stream.send(bytes) }
            } else {
                transfer = try webSocket?.output.withBytes { (bytes) throws(SystemError) in try stream.send(bytes) }
            }
            guard case .bytes(let count)? = transfer else { return false }
            server.count(sent: count)
            if speaksHTTP {
                http.sent(count)
            }
            webSocket?.sent(count)
            return !hasOutput
        } catch {
            clientIsGone()
            return true
        }
    }

    private func callWhenRoom() {
        if hasRoom, let action = exchange?.takeRoomAction() {
            loop.nextTurn(action)
        }
        webSocketObject?.noteRoom()
    }

    private func continueInNextTurn() {
        awaitsNextTurn = true
        loop.nextTurn { [self] in
            awaitsNextTurn = false
            serve()
        }
    }

    private func detachOutput() {
        if speaksHTTP {
            http.apply { memory.detachOutput(&$0.output) }
        }
        webSocket?.apply { memory.detachOutput(&$0.output) }
    }

    private func wait(on stream: any ByteStream) {
        let wanted = Interest(readable: wantsInput, writable: hasOutput)
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
        if let timer {
            loop.cancel(timer.id)
        }
        timer = nil
        input = ByteBuffer()
        takeAwaited()?.exchange.clientIsGone()
        exchange?.clientIsGone()
        endWebSocket(nil)
        server.forget(self)
    }
}

// MARK: - Time

extension HTTPPeer {
    private var deadline: UInt64 {
        speaksHTTP ? http.apply { $0.deadline } : webSocket?.apply { $0.deadline } ?? .max
    }

    /// Sets the timer if the deadline is earlier than before.
    ///
    /// A later deadline needs no new timer: the old one then finds that nothing is due.
    private func schedule() {
        let deadline = deadline
        guard deadline < timer?.time ?? .max else { return }
        if let timer {
            loop.cancel(timer.id)
        }
        let time = MonotonicTime(nanoseconds: Int64(clamping: deadline))
        // A strong reference, because weak ones make each use of an object slower. The end of the peer cancels the timer.
        let id = loop.schedule(at: time) { [self] in timeIsUp() }
        timer = (id, deadline)
    }

    private func timeIsUp() {
        timer = nil
        if now >= deadline {
            if speaksHTTP {
                _ = http.reachDeadline(at: now)
            }
            webSocket?.reachDeadline(at: now)
        }
        if awaitsNextTurn {
            schedule()
        } else {
            serve()
        }
    }
}

// MARK: - WebSocket

extension HTTPPeer {
    /// Whether the client may be sent more messages.
    var webSocketHasRoom: Bool { webSocket?.apply { $0.hasRoom } ?? speaksHTTP }

    /// Responds to a handshake; returns false if it is faulty.
    func acceptWebSocket(
        _ handler: any WebSocketHandler,
        protocol name: StaticString?,
        in bytes: Span<UInt8>
    ) -> Bool {
        guard speaksHTTP, !http.isEnding else { return false }
        do throws(WebSocketHandshakeFault) {
            try http.acceptWebSocket(protocol: name, in: bytes)
        } catch {
            write { (connection: inout HTTPConnection) in connection.refuseWebSocket(error) }
            return false
        }
        webSocketHandler = handler
        webSocketObject = WebSocket(self)
        return true
    }

    /// Writes messages, or what ends the connection.
    func write(_ body: (inout WebSocketConnection) -> Void) {
        webSocket?.apply { connection in
            if connection.output.capacity == 0 {
                memory.attachOutput(to: &connection.output)
            }
            body(&connection)
        }
        performAtEndOfTurn()
    }

    /// Moves on to WebSocket after the handshake.
    private func beginWebSocket() {
        guard webSocketHandler != nil, speaksHTTP else { return }
        speaksHTTP = false
        webSocket = http.webSocket(removingRequestFrom: &input, limits: server.limits.webSocket, at: now)
        server.count(webSockets: 1)
        if let webSocketObject {
            webSocketHandler?.opened(webSocketObject)
        }
    }

    /// Handles the next event; returns whether the connection waits.
    private func serveWebSocket(_ stream: any ByteStream) -> Bool {
        guard !isPaused else {
            webSocket?.pause(buffered: input.count, at: now)
            return true
        }
        let now = now
        let next = webSocket?.apply { ($0.next(in: &input, at: now), $0.content) }
        guard let (event, content) = next else { return true }
        switch event {
        case .wait: return true
        case .text:
            if let webSocketObject {
                input.withBytes { webSocketHandler?.received(text: $0.extracting(content), webSocketObject) }
            }
        case .binary:
            if let webSocketObject {
                input.withBytes { webSocketHandler?.received(binary: $0.extracting(content), webSocketObject) }
            }
        case .pong: break
        case .closed: endWebSocket(webSocket?.closeCode)
        case .failed: endWebSocket(webSocket?.fault?.code)
        case .shutDown: try? stream.shutdownWriting()
        case .close: close(stream)
        }
        return false
    }

    private func endWebSocket(_ code: CloseCode?) {
        guard let handler = webSocketHandler.take() else { return }
        if webSocket != nil {
            server.count(webSockets: -1)
        }
        webSocketObject?.hasEnded()
        webSocketObject = nil
        handler.ended(code)
    }

    /// Lets the handler send more in a later turn.
    func reportRoom(_ webSocket: WebSocket) {
        loop.nextTurn { [self] in
            if webSocket.isOpen {
                webSocketHandler?.hasRoom(webSocket)
            }
        }
    }
}

extension HTTPConnection {
    /// Uses the connection in its place: to read it through a property of a class would copy it.
    @inline(__always)
    fileprivate mutating func apply<Value>(_ body: (inout HTTPConnection) -> Value) -> Value { body(&self) }
}

extension WebSocketConnection {
    /// Uses the connection in its place, also inside an optional: to read it through a property of a class would copy it.
    @inline(__always)
    fileprivate mutating func apply<Value>(_ body: (inout WebSocketConnection) -> Value) -> Value { body(&self) }
}

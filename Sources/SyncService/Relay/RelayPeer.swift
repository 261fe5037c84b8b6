import HTTPCore
import JSONCore
import LoopCore
import SystemCore

/// A client of a relay.
///
/// A waiting client uses only this object, its request, a timer and an element in the list of its layer.
final class RelayPeer: EventSource {
    private static let bytesInTurn = 64 << 10
    /// How many events or pieces of a body are handled in one turn.
    private static let eventsInTurn = 16

    private unowned let server: RelayServer
    private let isRefused: Bool
    private var http: HTTPConnection
    private var input = ByteBuffer()
    /// The stream; nil after the connection has closed.
    private var stream: SocketStream?
    private var interest = Interest.readable
    private var timer: (id: TimerHeap.ID, time: UInt64)?
    /// The layer and the tag for which the present request waits; nil if it does not wait.
    private var wait: RelayWait?
    /// When the wait ends; `UInt64.max` without a wait.
    private var waitEnd = UInt64.max
    /// The position among the connections that wait for the same layer; nil if it is not among them.
    private var position: Int?
    /// The content that is being sent, and the number of bytes that are written so far.
    private var body: (content: RelayContent, sent: Int)?
    private var isQueued = false

    init(_ stream: SocketStream, of server: RelayServer, isRefused: Bool) {
        (self.stream, self.server, self.isRefused) = (stream, server, isRefused)
        http = HTTPConnection(limits: isRefused ? server.limits.refusedHTTP : server.limits.http)
    }

    func begin() throws(SystemError) {
        try stream?.withDescriptor { (descriptor) throws(SystemError) in
            try server.loop.add(descriptor, source: self, interest: interest)
        }
        serve()
    }

    func ready(_ readiness: Readiness) {
        if http.wantsInput(buffered: input.count) {
            receive()
        } else if readiness.isHangup {
            http.cannotSend()
        }
        // A client that has closed its side needs no response later.
        if wait != nil, http.inputHasEnded { http.cannotSend() }
        if !isQueued { serve() }
    }

    // MARK: Waiting

    /// Marks the connection as no longer waiting, and as queued.
    func endWait() { (position, isQueued) = (nil, true) }

    /// Sets the position among the connections that wait for the same layer.
    func move(to position: Int) { self.position = position }

    func serveFromQueue() {
        isQueued = false
        guard stream != nil else { return }
        if position == nil, let wait {
            self.wait = nil
            waitEnd = .max
            if !http.isEnding { respond(server.layers.response(after: wait), appliedWait: wait.seconds) }
        }
        serve()
    }

    /// Removes the connection from those that wait for a layer.
    private func leave() {
        if let position, let wait { server.remove(at: position, waitingFor: wait.layer) }
        position = nil
    }

    private var now: UInt64 { UInt64(clamping: server.loop.now.nanoseconds) }

    // MARK: Serving

    private func receive() {
        guard let stream else { return }
        server.memory.attachInput(to: &input)
        do {
            if case .end = try stream.receive(into: &input, room: RelayPeer.bytesInTurn) { http.receivedEnd() }
        } catch {
            http.cannotSend()
        }
    }

    /// Handles events until the connection has none left, or has used its share of the turn.
    private func serve() {
        var count = 0
        var maySend = true
        loop: while let stream, count < RelayPeer.eventsInTurn {
            switch http.next(in: &input, at: now) {
            case .wait:
                guard maySend else { break loop }
                addBody()
                guard !http.output.isEmpty else { break loop }
                maySend = send(on: stream)
            case .head, .request, .bodyTooLong: respond()
            case .refused: break
            case .shutDown: try? stream.shutdownWriting()
            case .close: close(stream)
            }
            count += 1
        }
        guard let stream else { return }
        server.memory.detachInput(&input)
        server.memory.detachOutput(&http.output)
        if count >= RelayPeer.eventsInTurn {
            isQueued = true
            server.serveSoon(self)
        }
        schedule()
        watch(stream)
    }

    /// Sends output; returns whether the stream has accepted all of it.
    private func send(on stream: SocketStream) -> Bool {
        do {
            let outcome = try http.output.withBytes { (bytes) throws(SystemError) in try stream.send(bytes) }
            guard case .bytes(let count) = outcome else { return false }
            http.sent(count)
            return http.output.isEmpty
        } catch {
            http.cannotSend()
            return true
        }
    }

    private func watch(_ stream: SocketStream) {
        let wanted = Interest(
            readable: !isQueued && http.wantsInput(buffered: input.count),
            writable: !isQueued && !http.output.isEmpty
        )
        guard wanted != interest else { return }
        interest = wanted
        do {
            try stream.withDescriptor { (descriptor) throws(SystemError) in
                try server.loop.modify(descriptor, interest: wanted)
            }
        } catch {
            preconditionFailure("a connection that is in the poller can be modified: \(error)")
        }
    }

    private func close(_ stream: SocketStream) {
        leave()
        (wait, waitEnd, body) = (nil, .max, nil)
        do {
            try stream.withDescriptor { (descriptor) throws(SystemError) in try server.loop.remove(descriptor) }
        } catch {
            preconditionFailure("a connection that is in the poller can be removed: \(error)")
        }
        self.stream = nil
        if let timer { server.loop.cancel(timer.id) }
        timer = nil
        input = ByteBuffer()
        server.forget(isRefused: isRefused)
    }

    // MARK: Time

    /// Sets the timer for the next time limit, unless an earlier timer is set, which then calls this again.
    private func schedule() {
        let deadline = min(http.deadline, waitEnd)
        guard deadline < timer?.time ?? .max else { return }
        if let timer { server.loop.cancel(timer.id) }
        let time = MonotonicTime(nanoseconds: Int64(clamping: deadline))
        timer = (server.loop.schedule(at: time) { [self] in timeIsUp() }, deadline)
    }

    private func timeIsUp() {
        timer = nil
        _ = http.reachDeadline(at: now)
        guard !isQueued else { return schedule() }
        guard now >= waitEnd else { return serve() }
        // Many waits can end at the same time, so the queue spreads the responses.
        leave()
        isQueued = true
        server.serveSoon(self)
    }

    // MARK: Responses

    private func respond() {
        guard !isRefused else {
            http.stop()
            return respond(
                .text(.serviceUnavailable, "The relay has as many connections as it accepts. Try again later.")
            )
        }
        let request = input.withBytes { RelayRequest(http.request, in: $0) }
        let response = server.layers.response(to: request, waiting: server.waitingCount)
        guard case .wait(let wait) = response else { return respond(response, appliedWait: request.wait) }
        guard !http.inputHasEnded else { return http.cannotSend() }
        self.wait = wait
        waitEnd = now &+ UInt64(wait.seconds) * 1_000_000_000
        position = server.add(self, waitingFor: wait.layer)
    }

    private func respond(_ response: RelayResponse, appliedWait: Int64? = nil) {
        attachOutput()
        http.date = server.date
        switch response {
        case .wait: break
        case .content(let content):
            http.begin(.ok)
            http.add(lines: "Content-Type: application/json\r\n")
            addFields(content.tag, appliedWait)
            http.beginBody(count: content.bytes.count)
            guard http.request.method != .head else { return http.endBody() }
            body = (content, 0)
            addBody()
        case .notModified(let tag):
            http.begin(.notModified)
            addFields(tag, appliedWait)
            http.end()
        case .text(let status, let text):
            http.begin(status)
            http.add(lines: "Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\n")
            if status == .methodNotAllowed { http.add(lines: "Allow: GET, HEAD\r\n") }
            if status == .unauthorized { http.add(lines: "WWW-Authenticate: Bearer\r\n") }
            if status == .serviceUnavailable { http.add(lines: "Retry-After: 1\r\n") }
            http.end("\(text)\n".utf8.span)
        }
    }

    private func attachOutput() {
        if http.output.capacity == 0 { server.memory.attachOutput(to: &http.output) }
    }

    private func addFields(_ tag: String, _ appliedWait: Int64?) {
        http.add("ETag", "\"\(tag)\"".utf8.span)
        http.add(lines: "Cache-Control: no-cache\r\n")
        if let appliedWait { http.add("Preference-Applied", "wait=\(appliedWait)".utf8.span) }
    }

    /// Adds the next piece of the content to the output; small pieces limit the memory for a client that reads slowly.
    private func addBody() {
        guard let (content, sent) = body, http.output.count < RelayLimits.piece else { return }
        guard !http.isEnding else {
            body = nil
            return
        }
        let end = min(sent + RelayLimits.piece, content.bytes.count)
        attachOutput()
        http.write(content.bytes.span.extracting(sent..<end))
        body = (content, end)
        guard end == content.bytes.count else { return }
        body = nil
        http.endBody()
    }
}

@available(*, unavailable)
extension RelayPeer: Sendable {}

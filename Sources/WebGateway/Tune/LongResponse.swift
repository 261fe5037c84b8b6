import ClientCore
import HTTPCore
import JSONCore
import LoopCore
import RPCCore

/// A JSON response of any length with the entries of one state, of which the gateway has a part in memory.
///
/// A result with few entries arrives on a shared connection. A longer one has a separate connection, where it arrives as fast
/// as the client reads: the daemon keeps the state of the request until the end of its result.
final class LongResponse<Content: PagedContent>: DaemonPipeOwner {
    /// The limit for the entries of a result on a shared connection.
    private static var fewEntries: Int64 { 512 }

    private let exchange: Exchange
    private let pipes: DaemonPipes
    private let world: String?
    private var content: Content
    private var pages = ResultPages()
    private var hasBegun = false
    private var pipe: DaemonPipe?
    private var timer: TimerHeap.ID?

    private init(_ content: Content, _ exchange: Exchange, _ pipes: DaemonPipes, world: String?) {
        self.content = content
        self.exchange = exchange
        self.pipes = pipes
        self.world = world
    }

    /// Responds with all entries; the response to HEAD has only the fields.
    static func send(
        _ content: Content,
        on exchange: Exchange,
        from calls: DaemonCalls,
        _ pipes: DaemonPipes,
        world: String?,
        isHead: Bool
    ) {
        let parameters: JSONObject = ["limit": .integer(fewEntries)]
        calls.call(Content.method, parameters, on: .bulk, in: world) { response, text in
            switch response {
            case .success(let result):
                let long = LongResponse(content, exchange, pipes, world: world)
                guard result.member("more", in: text)?.boolean(in: text) == true else {
                    return long.end(with: result, in: text)
                }
                guard !isHead else {
                    exchange.beginStream(.ok, .json)
                    return exchange.endStream()
                }
                long.open()
            case .failure(let fault): exchange.respond(fault)
            }
        }
    }

    /// Requests all entries on a separate connection.
    private func open() {
        guard exchange.isOpen else { return }
        do throws(DaemonFault) {
            pipe = try pipes.open(in: world, for: self)
            exchange.whenGone = { [weak self] in self?.close() }
        } catch {
            exchange.respond(error)
        }
    }

    // MARK: The pipe

    func opened(_ pipe: DaemonPipe) {
        var writer = JSONWriter()
        writer.beginMessage(Content.method, id: 1)
        writer.raw("{}")
        writer.endObject()
        writer.takeBytes().withBytes { pipe.send($0) }
        startTimer()
    }

    func hasRoom(_ pipe: DaemonPipe) {}

    func received(_ bytes: Span<UInt8>, _ part: MessagePart, _ pipe: DaemonPipe) {
        guard part != .whole else { return receive(bytes) }
        pages.append(bytes)
        guard let page = pages.takePage() else {
            if part.isLast, !pages.isComplete { fail(.unreadable) }
            return
        }
        page.withBytes { page in
            guard let result = try? JSON.check(page) else { return fail(.unreadable) }
            if pages.isComplete {
                end(with: result, in: page)
            } else {
                write(result, in: page)
            }
        }
    }

    func lost(_ fault: DaemonFault, _ pipe: DaemonPipe) { fail(fault) }

    /// Handles a message that is not long.
    private func receive(_ bytes: Span<UInt8>) {
        guard let message = try? JSON.check(bytes), let incoming = Incoming(message, in: bytes) else {
            return fail(.unreadable)
        }
        switch incoming {
        case .result(_, let result): end(with: result, in: bytes)
        case .error(_, let error): fail(.refused(error))
        case .notification: break
        }
    }

    // MARK: The response

    private func write(_ page: JSONRange, in text: Span<UInt8>) {
        var body = ByteBuffer()
        do throws(JSONMismatch) {
            try content.append(page, in: text, to: &body)
        } catch {
            return fail(.unreadable)
        }
        if !hasBegun {
            hasBegun = true
            exchange.beginStream(.ok, .json)
        }
        body.withBytes { exchange.write($0) }
        guard exchange.isOpen, !exchange.hasRoom else { return startTimer() }
        // The time that the client takes is limited by the server.
        stopTimer()
        pipe?.isPaused = true
        exchange.whenRoom { [weak self] in
            guard let self, let pipe else { return }
            pipe.isPaused = false
            startTimer()
        }
    }

    private func end(with page: JSONRange, in text: Span<UInt8>) {
        close()
        var body = ByteBuffer()
        do throws(JSONMismatch) {
            try content.append(page, in: text, to: &body)
        } catch {
            return fail(.unreadable)
        }
        content.end(&body)
        guard hasBegun else { return body.withBytes { exchange.respond(.ok, .json, $0) } }
        body.withBytes { exchange.write($0) }
        exchange.endStream()
    }

    /// Responds with a fault; after the begin of the response, the client recognizes the body as incomplete.
    private func fail(_ fault: DaemonFault) {
        close()
        if hasBegun {
            exchange.abandon()
        } else {
            exchange.respond(fault)
        }
    }

    /// Ends the pipe, which releases this object.
    private func close() {
        stopTimer()
        pipe?.end()
        pipe = nil
    }

    /// Starts the time that the daemon may take for the next part of the result.
    private func startTimer() {
        stopTimer()
        timer = pipes.loop.schedule(after: DaemonCalls.Lane.bulk.patience) { [weak self] in
            guard let self else { return }
            timer = nil
            fail(pipes.fault(.client(.timedOut)))
        }
    }

    private func stopTimer() {
        timer.take().map { pipes.loop.cancel($0) }
    }
}

@available(*, unavailable)
extension LongResponse: Sendable {}

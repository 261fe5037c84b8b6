import GatewayFiles
import HTTPCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore

/// A pipe of ``RPCPool``, which carries one request or batch at a time.
///
/// A notification has no response, and only the daemon decides what is a notification. So a `ping` with a secret id
/// follows each request: its response ends the exchange, with the status 204 if there was no other response.
final class RPCCarrier: DaemonPipeOwner {
    /// How long the daemon may take for the response to a request.
    static let patience = Duration.seconds(60)

    var lastUse: MonotonicTime

    private let pool: RPCPool
    private let world: String?
    private let marker = RPCMarker()
    private var pipe: DaemonPipe?
    private var isOpen = false
    /// The request that is sent once the pipe is open.
    private var unsent = ByteBuffer()
    private var exchange: Exchange?
    private var timer: TimerHeap.ID?
    /// Whether the pipe may carry another request after this one.
    private var isReusable = true
    /// Whether the pool counts this pipe.
    private var isCounted = true
    private var hasResponded = false
    /// Whether the rest of the present message is not for the client.
    private var skipsMessage = false

    /// Creates a carrier without a pipe, which it opens for its first request.
    init(in world: String?, of pool: RPCPool) {
        self.pool = pool
        self.world = world
        lastUse = pool.pipes.loop.now
    }

    /// Carries a request, and responds.
    func carry(_ body: Span<UInt8>, _ exchange: Exchange) {
        self.exchange = exchange
        hasResponded = false
        isReusable = world == nil && !RPCCarrier.bindsConnection(body)
        guard let pipe, isOpen else {
            unsent.append(body)
            do throws(DaemonFault) {
                pipe = try pool.pipes.open(in: world, for: self)
            } catch {
                fail(error)
            }
            return
        }
        send(body, on: pipe)
    }

    /// Closes an unused pipe.
    func end() {
        pipe?.end()
        pipe = nil
    }

    private func send(_ body: Span<UInt8>, on pipe: DaemonPipe) {
        pipe.send(body)
        marker.request.withBytes { pipe.send($0) }
        startTimer()
    }

    // MARK: The pipe

    func opened(_ pipe: DaemonPipe) {
        isOpen = true
        unsent.withBytes { send($0, on: pipe) }
        unsent = ByteBuffer()
    }

    func hasRoom(_ pipe: DaemonPipe) {}

    func received(_ bytes: Span<UInt8>, _ part: MessagePart, _ pipe: DaemonPipe) {
        guard part.isFirst else {
            if !skipsMessage {
                write(bytes, isLast: part.isLast, pipe)
            }
            return
        }
        if part == .whole, marker.isResponse(bytes) {
            return complete(pipe)
        }
        // A notification for a subscription of this request, or a second response to a body that the daemon refused.
        skipsMessage = bytes.begins(with: #"{"jsonrpc":"2.0","method":"#) || hasResponded
        guard !skipsMessage else { return }
        hasResponded = true
        guard part.isLast else {
            exchange?.beginStream(.ok, .json)
            exchange?.whenGone = { [weak self] in self?.clientIsGone() }
            return write(bytes, isLast: false, pipe)
        }
        var body = ByteBuffer(minimumCapacity: bytes.count + 1)
        body.append(bytes)
        body.append(UInt8(ascii: "\n"))
        let isUnreadable = bytes.begins(with: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#)
        body.withBytes { exchange?.respond(isUnreadable ? .badRequest : .ok, .json, $0) }
    }

    func lost(_ fault: DaemonFault, _ pipe: DaemonPipe) {
        guard exchange != nil, isOpen else { return fail(fault) }
        fail(pool.pipes.interrupted)
    }

    // MARK: The response

    private func write(_ bytes: Span<UInt8>, isLast: Bool, _ pipe: DaemonPipe) {
        guard let exchange else { return }
        exchange.write(bytes)
        guard !isLast else {
            exchange.write("\n".utf8.span)
            return exchange.endStream()
        }
        guard exchange.isOpen, !exchange.hasRoom else { return }
        pipe.isPaused = true
        isReusable = false
        uncount()
        stopTimer()
        exchange.whenRoom { [weak self, weak pipe] in
            pipe?.isPaused = false
            guard let self, self.exchange != nil else { return }
            startTimer()
        }
    }

    /// Ends the exchange of a request that has been executed.
    private func complete(_ pipe: DaemonPipe) {
        stopTimer()
        if !hasResponded {
            exchange?.respond(.noContent)
        }
        exchange = nil
        guard isReusable, isCounted else {
            end()
            return uncount()
        }
        pool.release(self)
    }

    /// Ends the pipe and the exchange.
    private func fail(_ fault: DaemonFault) {
        stopTimer()
        end()
        uncount()
        if hasResponded {
            // A response that has begun cannot become an error.
            exchange?.abandon()
        } else {
            exchange?.respondRPC(fault)
        }
        exchange = nil
    }

    private func responseIsLate() {
        timer = nil
        fail(pool.pipes.late)
    }

    private func clientIsGone() {
        stopTimer()
        exchange = nil
        end()
        uncount()
    }

    private func uncount() {
        guard isCounted else { return }
        isCounted = false
        pool.remove(self)
    }

    /// Starts the time that the daemon may take for the rest of the response.
    private func startTimer() {
        stopTimer()
        timer = pool.pipes.loop.schedule(after: RPCCarrier.patience) { [weak self] in self?.responseIsLate() }
    }

    private func stopTimer() {
        if let timer {
            pool.pipes.loop.cancel(timer)
        }
        timer = nil
    }

    /// Returns whether a request may leave something behind that belongs to its connection.
    ///
    /// These are subscriptions, the world, the name of the client, its reports, and the pieces of a long call. The words
    /// can be anywhere in the text. A text with an escape may hide them.
    static func bindsConnection(_ body: Span<UInt8>) -> Bool {
        var index = 0
        while index < body.count {
            let found =
                switch body[index] {
                case UInt8(ascii: "\\"): true
                case UInt8(ascii: "s"):
                    body.begins(with: "subscribe", at: index) || body.begins(with: "session.", at: index)
                case UInt8(ascii: "w"): body.begins(with: "worlds.", at: index)
                case UInt8(ascii: "r"): body.begins(with: "report", at: index)
                case UInt8(ascii: "p"): body.begins(with: "piece", at: index)
                default: false
                }
            guard !found else { return true }
            index += 1
        }
        return false
    }
}

@available(*, unavailable)
extension RPCCarrier: Sendable {}

/// A request of the gateway whose response marks the end of a client's request.
struct RPCMarker: ~Copyable {
    let request: ByteBuffer
    private let response: [UInt8]

    init() {
        // No client can send a request with this id, because none knows it.
        let id = RandomToken.make()
        var text = ByteBuffer()
        text.append(text: #"{"jsonrpc":"2.0","id":"\#(id)","method":"ping"}"#)
        request = text
        response = Array(#"{"jsonrpc":"2.0","id":"\#(id)","result":"pong"}"#.utf8)
    }

    func isResponse(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == response.count else { return false }
        for index in bytes.indices where bytes[index] != response[index] {
            return false
        }
        return true
    }
}

extension Span<UInt8> {
    /// Whether the bytes from an offset begin with a constant text.
    fileprivate func begins(with text: StaticString, at start: Int = 0) -> Bool {
        let end = start + text.utf8CodeUnitCount
        return end <= count && text.hasBytes(extracting(start..<end))
    }
}

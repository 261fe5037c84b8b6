import HTTPCore
import JSONCore
import LoopCore
import SystemCore

/// What a connection is now: HTTP, a response that is a stream, or WebSocket.
///
/// Bytes and times go in; events and bytes to send come out. ``HTTPPeer`` owns the stream and performs the events. Some
/// properties are declared `mutating`, so that a read through a property of a class does not copy the connection.
struct PeerState: ~Copyable {
    private enum Stage {
        case http
        /// HTTP, and the present response is a stream, which the end of the server does not wait for.
        case stream
        /// The handshake is accepted; WebSocket begins when the handler of the request has returned.
        case upgrading
        case webSocket
    }

    /// The first memory for output, in which a short response fits.
    private static let shortOutput = 512

    /// The connection before an upgrade.
    var http: HTTPConnection
    /// Whether the handler of a WebSocket connection wants to receive no messages.
    var isPaused = false

    private var webSocket: WebSocketConnection?
    private var stage = Stage.http
    /// Whether the client of the present request is gone when it ends its sending side.
    private var endsWithInput = false
    /// The unsent bytes beyond which the present response has no room, if the limit of the connection is higher.
    private var unsentLimit = Int.max

    init(_ http: consuming HTTPConnection) { self.http = http }

    var speaksHTTP: Bool { stage != .webSocket }

    var isStreaming: Bool { stage == .stream }

    /// Handles the received bytes, and returns what the peer does next.
    mutating func next(in input: inout ByteBuffer, at now: UInt64) -> PeerEvent {
        guard speaksHTTP else { return nextOfWebSocket(in: &input, at: now) }
        return switch http.next(in: &input, at: now) {
        case .wait: .wait
        case .head: .head
        case .request: .request
        case .bodyTooLong: .bodyTooLong
        case .refused: .refused
        case .shutDown: .shutDown
        case .close: .close
        }
    }

    /// Whether the peer receives more bytes, when `buffered` bytes are in the input buffer.
    mutating func wantsInput(buffered: Int) -> Bool {
        guard !speaksHTTP else { return http.wantsInput(buffered: buffered) }
        return !keepsMessages && webSocket?.apply { $0.wantsInput } ?? false
    }

    /// The time at which the peer calls `reachDeadline(at:)`; `UInt64.max` if no time limit runs.
    var deadline: UInt64 {
        mutating get { speaksHTTP ? http.deadline : webSocket?.apply { $0.deadline } ?? .max }
    }

    // MARK: Events

    /// Notes that the client has ended its sending side.
    mutating func receivedEnd() {
        if speaksHTTP {
            http.receivedEnd()
        }
        webSocket?.receivedEnd()
        if endsWithInput {
            cannotSend()
        }
    }

    /// Notes that the client can no longer receive; the connection then ends.
    mutating func cannotSend() {
        if speaksHTTP {
            http.cannotSend()
        }
        webSocket?.cannotSend()
    }

    /// Ends a wait that has lasted too long, or sends a ping to a silent client.
    mutating func reachDeadline(at now: UInt64) {
        if speaksHTTP {
            _ = http.reachDeadline(at: now)
        }
        webSocket?.reachDeadline(at: now)
    }

    // MARK: Output

    var hasOutput: Bool {
        mutating get { speaksHTTP ? !http.output.isEmpty : webSocket?.apply { !$0.output.isEmpty } ?? false }
    }

    /// Sends output; returns nil without a connection.
    mutating func send(on stream: any ByteStream) throws(SystemError) -> Transfer? {
        guard !speaksHTTP else {
            return try http.output.withBytes { (bytes) throws(SystemError) in try stream.send(bytes) }
        }
        return try webSocket?.output.withBytes { (bytes) throws(SystemError) in try stream.send(bytes) }
    }

    /// Removes bytes from the output that the stream has accepted.
    mutating func sent(_ count: Int) {
        if speaksHTTP {
            http.sent(count)
        }
        webSocket?.sent(count)
    }

    /// Attaches memory to the output of HTTP, if it has none.
    mutating func attachOutput(from memory: SharedBuffers) {
        guard http.output.capacity == 0 else { return }
        memory.attachOutput(to: &http.output)
        http.output.reserve(PeerState.shortOutput)
    }

    mutating func detachOutput(to memory: SharedBuffers) {
        if speaksHTTP {
            memory.detachOutput(&http.output)
        }
        webSocket?.apply { memory.detachOutput(&$0.output) }
    }
}

// MARK: - The present response

extension PeerState {
    /// Whether the present response may be continued.
    var responseHasRoom: Bool {
        mutating get { speaksHTTP && http.hasRoom && http.output.count <= unsentLimit }
    }

    mutating func beginStream() { stage = .stream }

    mutating func limitUnsent(to count: Int) { unsentLimit = count }

    /// Lets the end of the client's sending side mean that the client is gone; returns whether it is gone already.
    mutating func endWithInput() -> Bool {
        endsWithInput = true
        guard speaksHTTP, http.inputHasEnded else { return false }
        cannotSend()
        return true
    }

    /// Drops what was set for the present response.
    mutating func endResponse() {
        if stage == .stream {
            stage = .http
        }
        endsWithInput = false
        unsentLimit = .max
    }
}

// MARK: - WebSocket

extension PeerState {
    /// Whether the client may be sent more messages.
    var webSocketHasRoom: Bool {
        mutating get { webSocket?.apply { $0.hasRoom } ?? speaksHTTP }
    }

    /// Responds to a handshake; on a fault, nothing is written.
    mutating func acceptWebSocket(
        protocol name: StaticString?,
        in bytes: Span<UInt8>
    ) throws(WebSocketHandshakeFault) {
        try http.acceptWebSocket(protocol: name, in: bytes)
        stage = .upgrading
    }

    /// Moves on to WebSocket after an accepted handshake; returns whether there was one.
    mutating func beginWebSocket(
        removingRequestFrom input: inout ByteBuffer,
        limits: WebSocketLimits,
        at now: UInt64
    ) -> Bool {
        guard stage == .upgrading else { return false }
        stage = .webSocket
        webSocket = http.webSocket(removingRequestFrom: &input, limits: limits, at: now)
        return true
    }

    /// Writes messages, or what ends the WebSocket connection.
    mutating func write(from memory: SharedBuffers, _ body: (inout WebSocketConnection) -> Void) {
        webSocket?.apply { connection in
            if connection.output.capacity == 0 {
                memory.attachOutput(to: &connection.output)
            }
            body(&connection)
        }
    }

    /// Whether messages wait in the input for the handler; an end of the connection ends the pause.
    private var keepsMessages: Bool {
        mutating get { isPaused && webSocket?.apply { $0.isOpen } == true }
    }

    private mutating func nextOfWebSocket(in input: inout ByteBuffer, at now: UInt64) -> PeerEvent {
        guard !keepsMessages else {
            webSocket?.pause(buffered: input.count, at: now)
            return .wait
        }
        return webSocket?.apply { connection in
            switch connection.next(in: &input, at: now) {
            case .wait: .wait
            case .text: .text(connection.content)
            case .binary: .binary(connection.content)
            case .pong: .pong
            case .closed: .ended(connection.closeCode)
            case .failed: .ended(connection.fault?.code)
            case .shutDown: .shutDown
            case .close: .close
            }
        } ?? .wait
    }
}

extension WebSocketConnection {
    /// Uses the connection in its place inside an optional.
    @inline(__always)
    fileprivate mutating func apply<Value>(_ body: (inout WebSocketConnection) -> Value) -> Value { body(&self) }
}

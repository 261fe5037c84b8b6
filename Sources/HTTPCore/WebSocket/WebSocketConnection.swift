package import JSONCore

/// The server's side of a WebSocket connection, without a socket: bytes and times go in, events and bytes come out.
///
/// The owner appends received bytes to an input buffer and calls `next(in:at:)` until it returns `wait`. A message is a
/// range of that buffer, unmasked and with its fragments joined; it holds until the next call. The owner sends the
/// bytes of ``output`` and reports them with `sent(_:)`. The connection itself responds to pings and close frames.
package struct WebSocketConnection: ~Copyable {
    enum Phase {
        case open
        /// The server has sent a close frame, and waits for that of the peer.
        case closing
        /// The remaining output is sent, then the connection ends.
        case ending
        /// Input is dropped, so that the peer can read the close frame.
        case discarding
        case closed
    }

    /// A message of which some fragments have arrived.
    struct OpenMessage {
        let isText: Bool
        /// The joined payloads.
        var content: Range<Int>
        /// How many bytes of the content are checked to be UTF-8.
        var checked = 0
    }

    package let limits: WebSocketLimits
    /// The bytes to send; the owner may replace the memory of an empty buffer, and otherwise does not change it.
    package var output: ByteBuffer
    /// The range of the content that the last event is about.
    package internal(set) var content = 0..<0
    /// The code of the peer's close frame; nil if there is none.
    package internal(set) var closeCode: CloseCode?
    /// How the peer broke the protocol; the connection then ends.
    package internal(set) var fault: WebSocketFault?
    /// The time at which the owner calls `reachDeadline(at:)`.
    package var deadline: UInt64 { clock.deadline }

    var phase = Phase.open
    var message: OpenMessage?
    /// Whether a message is sent in parts, and its last part was not sent yet.
    var sendsParts = false
    /// The offset of the first byte that is not decoded.
    var position = 0
    /// An event that follows from what was handled last.
    var nextEvent: WebSocketEvent?
    var clock: WebSocketClock
    private var inputHasEnded = false
    private var discarded = 0

    /// Creates a connection whose handshake ended at the time `now`, with output that is not sent yet.
    package init(
        limits: WebSocketLimits = WebSocketLimits(),
        output: consuming ByteBuffer = ByteBuffer(),
        at now: UInt64
    ) {
        self.limits = limits
        self.output = output
        clock = WebSocketClock(at: now)
    }

    /// Handles the received bytes, and returns what the owner does next.
    package mutating func next(in input: inout ByteBuffer, at now: UInt64) -> WebSocketEvent {
        while true {
            if let event = nextEvent.take() {
                return event
            }
            guard phase == .open || phase == .closing else { return end(&input, at: now) }
            guard hasRoom else { return wait(&input, at: now) }
            do throws(WebSocketFault) {
                guard let event = try readFrame(in: &input) else { continue }
                guard event == .wait else { return event }
            } catch {
                fail(error)
                continue
            }
            guard inputHasEnded else { return wait(&input, at: now) }
            phase = .ending
        }
    }

    /// Waits without handling input, until the next call of `next(in:at:)`; `buffered` bytes are in the input buffer.
    ///
    /// Meanwhile the peer's silence has no time limit. Only open connections may be paused.
    package mutating func pause(buffered: Int, at now: UInt64) {
        clock.wait(in: phase, buffered: buffered, hasOutput: !output.isEmpty, isReading: false, at: now, limits)
    }

    /// Whether the owner receives more bytes.
    package var wantsInput: Bool {
        guard !inputHasEnded else { return false }
        switch phase {
        case .open, .closing: return hasRoom
        case .discarding: return true
        case .ending, .closed: return false
        }
    }

    /// Whether the owner may send without waiting for the peer.
    package var hasRoom: Bool { output.count <= limits.unsentOutput }

    /// Whether messages can be sent.
    package var isOpen: Bool { phase == .open }

    // MARK: Events

    /// Notes that the peer has ended its sending side.
    package mutating func receivedEnd() { inputHasEnded = true }

    /// Removes bytes from the output that the stream has accepted.
    package mutating func sent(_ count: Int) {
        output.removeFirst(count)
        clock.hasSent = clock.hasSent || count > 0
    }

    /// Notes that the peer can no longer receive; the connection then ends.
    package mutating func cannotSend() {
        output.removeAll()
        nextEvent = nil
        phase = .closed
    }

    /// Sends a ping to a silent peer, or ends a wait that has lasted too long; then the owner calls `next(in:at:)`.
    package mutating func reachDeadline(at now: UInt64) {
        switch clock.outcome(in: phase, hasOutput: !output.isEmpty, at: now, limits) {
        case .early: break
        case .ping: ping()
        case .end: cannotSend()
        }
    }

    // MARK: Waiting and ending

    /// Ends the connection because of a fault of the peer.
    private mutating func fail(_ fault: WebSocketFault) {
        self.fault = fault
        if phase == .open {
            sendClose(fault.code, fault.reason)
        }
        message = nil
        phase = .ending
        nextEvent = .failed
    }

    private mutating func end(_ input: inout ByteBuffer, at now: UInt64) -> WebSocketEvent {
        message = nil
        if phase == .ending {
            guard output.isEmpty else { return wait(&input, at: now) }
            phase = inputHasEnded ? .closed : .discarding
            return inputHasEnded ? .close : .shutDown
        }
        position = 0
        discarded += input.count
        input.removeAll()
        guard phase == .discarding, !inputHasEnded, discarded <= limits.discardedInput else {
            phase = .closed
            return .close
        }
        return wait(&input, at: now)
    }

    private mutating func wait(_ input: inout ByteBuffer, at now: UInt64) -> WebSocketEvent {
        removeDecoded(from: &input)
        clock.wait(in: phase, buffered: input.count, hasOutput: !output.isEmpty, isReading: hasRoom, at: now, limits)
        return .wait
    }
}

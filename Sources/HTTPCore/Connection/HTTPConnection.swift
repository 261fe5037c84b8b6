package import JSONCore

/// The server's side of an HTTP/1.1 connection, without a socket: bytes and times go in, events and bytes come out.
///
/// The owner appends received bytes to an input buffer and calls `next(in:at:)` until it returns `wait`. Requests are
/// ranges of that buffer. They come one at a time: the next one follows when the response has ended. The owner sends
/// the bytes of ``output`` and reports them with `sent(_:)`.
package struct HTTPConnection: ~Copyable {
    /// The part of the exchange that comes next.
    enum Phase {
        /// Between two requests, or inside the head of one.
        case head
        /// The owner decides about a request with a body.
        case deciding
        case body
        /// The owner responds to a request whose body is too long.
        case refusing
        /// The owner responds to a whole request.
        case handling
        /// The response has ended, and the rest of the body is dropped.
        case skipping
        case upgraded
        /// The remaining output is sent, then the connection ends.
        case ending
        /// Input is dropped, so that the peer can read the last response.
        case discarding
        case closed
    }

    /// What a time limit is for.
    private enum Timer {
        case none
        case idle
        case head
        case body
        case sending
        case discarding
    }

    package let limits: HTTPLimits
    /// The field with the present date, for each response; nil without a clock.
    package var date: HTTPDateField?
    /// Whole lines, each with its end, for the head of each response.
    package var commonFields: StaticString = ""
    /// The bytes to send; the owner may replace the memory of an empty buffer, and otherwise does not change it.
    package var output: ByteBuffer
    /// The request whose event came last.
    package private(set) var request = HTTPRequest()
    /// The reason why a request was refused; the connection then ends.
    package private(set) var fault: RequestFault?
    /// The time at which the owner calls `reachDeadline(at:)`; `UInt64.max` if no time limit runs.
    package var deadline: UInt64 { timer == .none ? .max : timerEnd }

    var phase = Phase.head
    var response = ResponseStage.none
    /// Whether the connection stays open after the present response.
    var keepsOpen = false

    private var parser = HeadParser()
    /// The head of the last request; nil until the end of the first one.
    private var lastHead: LastHead?
    /// Whether the head of the request has the same bytes as that of the request before it.
    package private(set) var repeatsHead = false
    /// The bytes at the front of the input that are no longer needed.
    private var consumed = 0
    /// The end of the head, and then of the whole request.
    private var requestEnd = 0
    private var bodyLimit = 0
    private var chunks = ChunkDecoder(at: 0)
    private var owesContinue = false
    /// The bytes of the body that are still to be skipped, and how many may still be skipped.
    private var skipping = (left: 0, allowed: 0)
    private var discarded = 0
    private var timer = Timer.none
    private var timerEnd = UInt64.max
    package private(set) var inputHasEnded = false
    private var isStopping = false
    private var reportsFault = false
    /// Whether the peer may still be sending when the connection ends.
    private var lingers = false

    package init(limits: HTTPLimits = HTTPLimits(), output: consuming ByteBuffer = ByteBuffer()) {
        self.limits = limits
        self.output = output
    }

    /// Handles the received bytes, and returns what the owner does next.
    package mutating func next(in input: inout ByteBuffer, at now: UInt64) -> HTTPEvent {
        while true {
            switch phase {
            case .head:
                if let event = readHead(in: &input, at: now) {
                    return event
                }
            case .body:
                if let event = readBody(in: &input, at: now) {
                    return event
                }
            case .deciding, .refusing, .handling, .upgraded: return wait(at: now)
            case .skipping:
                guard skip(in: &input) else { return wait(at: now) }
            case .ending, .discarding, .closed: return end(&input, at: now)
            }
        }
    }

    /// Whether the owner receives more bytes, when `buffered` bytes are in the input buffer.
    package func wantsInput(buffered: Int) -> Bool {
        guard !inputHasEnded else { return false }
        switch phase {
        case .head, .body, .skipping: return output.count <= limits.unsentOutput
        case .deciding, .handling: return buffered - requestEnd < limits.readAhead
        case .discarding: return true
        case .refusing, .upgraded, .ending, .closed: return false
        }
    }

    /// Whether the owner may add to the response without waiting for the peer.
    package var hasRoom: Bool { output.count <= limits.unsentOutput }

    /// Whether the connection is about to end, or has ended.
    package var isEnding: Bool { phase == .ending || phase == .discarding || phase == .closed }

    // MARK: Events

    /// Notes that the peer has ended its sending side.
    package mutating func receivedEnd() { inputHasEnded = true }

    /// Removes bytes from the output that the stream has accepted.
    package mutating func sent(_ count: Int) {
        output.removeFirst(count)
        if timer == .sending, count > 0 {
            timer = .none
        }
    }

    /// Notes that the peer can no longer receive; the connection then ends.
    package mutating func cannotSend() {
        output.removeAll()
        response = .none
        lingers = false
        phase = .ending
    }

    /// Ends the connection after the present request; at once if there is none.
    package mutating func stop() { isStopping = true }

    /// Ends a wait that has lasted too long; returns whether one has, and the owner then calls `next(in:at:)`.
    package mutating func reachDeadline(at now: UInt64) -> Bool {
        guard timer != .none, now >= deadline else { return false }
        switch timer {
        case .none, .idle, .sending: cannotSend()
        case .head: refuse(.headTimedOut)
        case .body where phase == .skipping: cannotSend()
        case .body: refuse(.bodyTimedOut)
        case .discarding: phase = .closed
        }
        timer = .none
        return true
    }

    // MARK: The body

    /// Receives the body of the request whose `head` event came last, if it has at most `limit` bytes.
    ///
    /// If it has more, the event `bodyTooLong` follows.
    package mutating func acceptBody(limit: Int) {
        precondition(phase == .deciding && response == .none, "no body to accept")
        bodyLimit = limit
        chunks = ChunkDecoder(at: requestEnd)
        owesContinue = request.expectsContinue
        phase = .body
    }

    /// Whether the connection may stay open after the response to the present request.
    var mayKeepOpen: Bool {
        guard request.keepsAlive, !isStopping, phase != .refusing else { return false }
        guard phase == .deciding else { return true }
        // Without the response 100, the client may or may not send its body.
        guard !request.expectsContinue else { return false }
        guard case .length(let count) = request.framing else { return true }
        return count <= limits.skippedBody
    }

    /// Ends the exchange, after the response has ended.
    mutating func endExchange() {
        response = .none
        guard keepsOpen else {
            lingers = phase != .handling
            phase = .ending
            return
        }
        consumed = requestEnd
        guard phase == .deciding else { return awaitRequest() }
        phase = .skipping
        chunks = ChunkDecoder(at: 0)
        skipping = (0, limits.skippedBody)
        if case .length(let count) = request.framing {
            skipping.left = count
        }
    }

    private mutating func awaitRequest() {
        phase = .head
        lastHead = lastHead ?? LastHead()
        parser = HeadParser()
        request = HTTPRequest()
    }

    /// Moves on to the protocol to which the connection was upgraded.
    ///
    /// Returns the unsent output. The bytes behind the request stay in the input.
    package mutating func endHTTP(removingRequestFrom input: inout ByteBuffer) -> ByteBuffer {
        precondition(phase == .upgraded, "a connection that was not upgraded")
        input.removeFirst(requestEnd)
        phase = .closed
        return exchange(&output, with: ByteBuffer())
    }
}

extension HTTPConnection {
    private mutating func readHead(in input: inout ByteBuffer, at now: UInt64) -> HTTPEvent? {
        if consumed > 0 {
            input.removeFirst(consumed)
            consumed = 0
        }
        guard hasRoom else { return wait(at: now) }
        let end: Int?
        do throws(RequestFault) {
            end = try input.withBytes { bytes throws(RequestFault) in try parseHead(in: bytes) }
        } catch {
            refuse(error)
            return nil
        }
        guard let end else { return waitForHead(at: now) }
        requestEnd = end
        request.content = end..<end
        timer = .none
        phase = request.hasBody ? .deciding : .handling
        return request.hasBody ? .head : .request
    }

    /// Reads the head of the request; returns the offset behind it once it is complete.
    private mutating func parseHead(in bytes: Span<UInt8>) throws(RequestFault) -> Int? {
        repeatsHead = false
        if !parser.hasBegun, let end = lastHead?.read(in: bytes, into: &request) {
            repeatsHead = true
            return end
        }
        let (maxLine, maxFields) = (limits.requestLine, limits.fields)
        guard let end = try parser.advance(in: bytes, into: &request, maxLine: maxLine, maxFields: maxFields) else {
            return nil
        }
        lastHead?.keep(request, endingAt: end, in: bytes)
        return end
    }

    private mutating func waitForHead(at now: UInt64) -> HTTPEvent? {
        if parser.hasBegun {
            guard inputHasEnded else { return wait(at: now) }
            refuse(.endedInside)
        } else {
            guard inputHasEnded || isStopping else { return wait(at: now) }
            phase = .ending
        }
        return nil
    }

    private mutating func readBody(in input: inout ByteBuffer, at now: UInt64) -> HTTPEvent? {
        if case .length(let count) = request.framing, count > bodyLimit {
            return refuseBody()
        }
        if owesContinue {
            owesContinue = false
            // RFC 9110, 10.1.1: not needed if the client sends the body without waiting.
            if input.count == requestEnd {
                output.append("HTTP/1.1 100 Continue\r\n\r\n")
            }
        }
        do throws(RequestFault) {
            guard try receiveBody(in: &input) else {
                guard !inputHasEnded else { throw .endedInside }
                return wait(at: now)
            }
        } catch .bodyTooLong {
            return refuseBody()
        } catch {
            refuse(error)
            return nil
        }
        timer = .none
        phase = .handling
        return .request
    }

    /// Leaves the response to the owner, whose clients may expect another body than a line of text.
    private mutating func refuseBody() -> HTTPEvent {
        fault = .bodyTooLong(limit: bodyLimit)
        timer = .none
        phase = .refusing
        return .bodyTooLong
    }

    private mutating func receiveBody(in input: inout ByteBuffer) throws(RequestFault) -> Bool {
        if case .length(let count) = request.framing {
            guard input.count - requestEnd >= count else { return false }
            request.content = requestEnd..<requestEnd + count
            requestEnd += count
            return true
        }
        guard try chunks.advance(in: &input, limit: bodyLimit, limits) else { return false }
        request.content = chunks.content
        requestEnd = chunks.position
        return true
    }

    /// Drops the rest of a body; returns false if more must arrive.
    private mutating func skip(in input: inout ByteBuffer) -> Bool {
        input.removeFirst(consumed)
        consumed = 0
        var isComplete = false
        do throws(RequestFault) {
            isComplete = try skipBody(in: &input)
        } catch {
            // The response was sent, so the peer receives no reason.
            lingers = true
            phase = .ending
            return true
        }
        guard !isComplete else {
            timer = .none
            awaitRequest()
            return true
        }
        guard !inputHasEnded else {
            phase = .ending
            return true
        }
        return false
    }

    private mutating func skipBody(in input: inout ByteBuffer) throws(RequestFault) -> Bool {
        if case .length = request.framing {
            let count = min(skipping.left, input.count)
            input.removeFirst(count)
            skipping.left -= count
            return skipping.left == 0
        }
        guard try chunks.advance(in: &input, limit: skipping.allowed, limits) else {
            skipping.allowed -= chunks.content.count
            chunks.drop(from: &input)
            return false
        }
        input.removeFirst(chunks.position)
        return true
    }

    /// Responds with the reason of a refusal, and ends the connection.
    private mutating func refuse(_ fault: RequestFault) {
        self.fault = fault
        reportsFault = true
        respond(refusing: fault)
        lingers = true
        phase = .ending
    }

    private mutating func end(_ input: inout ByteBuffer, at now: UInt64) -> HTTPEvent {
        input.removeFirst(min(consumed, input.count))
        consumed = 0
        if reportsFault {
            reportsFault = false
            return .refused
        }
        if phase == .ending {
            guard output.isEmpty else { return wait(at: now) }
            guard lingers, !inputHasEnded else {
                phase = .closed
                return .close
            }
            phase = .discarding
            return .shutDown
        }
        discarded += input.count
        input.removeAll()
        guard phase == .discarding, !inputHasEnded, discarded <= limits.discardedInput else {
            phase = .closed
            return .close
        }
        return wait(at: now)
    }

    /// Starts the time limit of what the connection waits for.
    private mutating func wait(at now: UInt64) -> HTTPEvent {
        let wanted: Timer
        if !output.isEmpty {
            wanted = .sending
        } else {
            switch phase {
            case .head: wanted = parser.hasBegun ? .head : .idle
            case .body, .skipping: wanted = .body
            case .discarding: wanted = .discarding
            case .deciding, .refusing, .handling, .upgraded, .ending, .closed: wanted = .none
            }
        }
        guard wanted != timer else { return .wait }
        timer = wanted
        let time: UInt64 =
            switch wanted {
            case .none: .max
            case .idle: limits.idleTime
            case .head: limits.headTime
            case .body: limits.bodyTime
            case .sending: limits.sendTime
            case .discarding: limits.discardTime
            }
        let (end, overflows) = now.addingReportingOverflow(time)
        timerEnd = overflows ? .max : end
        return .wait
    }
}

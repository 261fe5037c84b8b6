import JSONCore

/// A parser that finds the messages in a stream of bytes, and continues when more bytes have arrived.
///
/// The first byte that is not white space decides the framing. `{` or `[` begins a sequence of JSON texts. `C` or `c`
/// begins messages with a Content-Length header, as in the Language Server Protocol. The framer checks the JSON syntax
/// of a text while it looks for the end of the text.
package struct Framer {
    /// The framing of a stream.
    package enum Style: Equatable, Sendable {
        case undecided
        case texts
        case contentLength
    }

    /// The result of reading the stream up to the next message.
    package enum Event: Equatable {
        /// The range of a checked JSON text without the white space around it.
        ///
        /// `message(_:in:)` reads this text.
        case message(Range<Int>)
        /// The next bytes are not a message.
        ///
        /// After a fatal fault, no more events follow.
        case fault(FrameFault)
        /// The bytes hold no further complete message.
        case needsMore
    }

    /// The part of the stream that the framer reads next.
    private enum State {
        case between
        case insideText(start: Int)
        case skippingLine
        case insideHeader(start: Int, ContentLengthHeader)
        case insideBody(Range<Int>)
        case ended
    }

    /// The framing; undecided until the first byte has arrived.
    package private(set) var style = Style.undecided

    /// The number of bytes at the front that are no longer needed.
    ///
    /// The owner removes these bytes and then calls `rebase`.
    package private(set) var consumed = 0

    /// The id of the message that broke a limit, as a range; valid directly after `next` has returned that fault.
    ///
    /// The range is nil if the message has no id, or broke the limit before its id. For other faults, the range is nil
    /// too.
    package private(set) var brokenID: Range<Int>?

    private var state = State.between
    private var checker: JSONStreamChecker
    private let limits: FramingLimits

    package init(limits: FramingLimits) {
        precondition(
            limits.message <= FramingLimits.maxMessageSize,
            "a message limit beyond FramingLimits.longestMessage"
        )
        self.limits = limits
        checker = JSONStreamChecker(depthLimit: limits.nesting, noting: Message.members)
    }

    /// Returns the message whose range `next` has just returned; it must not be a batch.
    @inline(__always)
    package func message(_ range: Range<Int>, in bytes: Span<UInt8>) -> Message {
        guard bytes[range.lowerBound] == UInt8(ascii: "{") else {
            return Message(JSONRange(range, in: bytes), in: bytes)
        }
        return Message(
            version: checker.range(0),
            id: checker.range(1),
            method: checker.range(2),
            params: checker.range(3),
            in: bytes,
            from: range.lowerBound
        )
    }

    /// The id of the JSON text that has arrived in part, as a range.
    ///
    /// The range is nil if the id has not arrived. It is also nil inside a batch, and with Content-Length framing,
    /// which parses only complete bodies.
    package var openID: Range<Int>? {
        guard case .insideText = state else { return nil }
        return Message.id(at: checker.range(1))
    }

    /// Whether a message has arrived in part.
    package var isInsideMessage: Bool {
        switch state {
        case .insideText, .insideHeader, .insideBody: true
        case .between, .skippingLine, .ended: false
        }
    }

    /// Returns the next event in the stream; `isWhole` means that the stream ends after these bytes.
    package mutating func next(in bytes: Span<UInt8>, isWhole: Bool = false) -> Event {
        while true {
            switch state {
            case .between:
                consumed = Framer.skipBlanks(from: consumed, in: bytes)
                guard consumed < bytes.count else { return .needsMore }
                guard let style = style(from: bytes[consumed]) else {
                    return end(.unknownFraming(firstByte: bytes[consumed]))
                }
                guard style == .contentLength else {
                    checker.begin(at: consumed)
                    return nextText(from: consumed, in: bytes, isWhole: isWhole)
                }
                state = .insideHeader(start: consumed, ContentLengthHeader(at: consumed))
            case .insideText(let start):
                return nextText(from: start, in: bytes, isWhole: isWhole)
            case .skippingLine:
                guard skipLine(in: bytes) else { return .needsMore }
                state = .between
            case .insideHeader(let start, var header):
                if let event = nextHeader(from: start, &header, in: bytes, isWhole: isWhole) {
                    return event
                }
            case .insideBody(let body):
                guard body.upperBound <= bytes.count else { return isWhole ? end(.header(.bodyMissing)) : .needsMore }
                return finishBody(body, in: bytes)
            case .ended:
                consumed = bytes.count
                return .needsMore
            }
        }
    }

    /// Returns whether only white space is left, so that `next` would return `needsMore`.
    package mutating func isDone(with bytes: Span<UInt8>) -> Bool {
        guard case .between = state else { return false }
        consumed = Framer.skipBlanks(from: consumed, in: bytes)
        return consumed == bytes.count
    }

    /// Adjusts all offsets after the owner has removed the consumed bytes.
    package mutating func rebase() {
        switch state {
        case .insideText(let start):
            checker.rebase(by: consumed)
            state = .insideText(start: start - consumed)
        case .insideHeader(let start, var header):
            header.rebase(by: consumed)
            state = .insideHeader(start: start - consumed, header)
        case .insideBody(let body):
            state = .insideBody(body.lowerBound - consumed..<body.upperBound - consumed)
        case .between, .skippingLine, .ended:
            break
        }
        consumed = 0
    }

    /// Returns the framing, which the first byte of the stream decides; nil if that byte fits no framing.
    private mutating func style(from byte: UInt8) -> Style? {
        if style == .undecided {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): style = .texts
            case UInt8(ascii: "C"), UInt8(ascii: "c"): style = .contentLength
            default: return nil
            }
        }
        return style
    }

    private mutating func nextText(
        from start: Int,
        in bytes: Span<UInt8>,
        isWhole: Bool
    ) -> Event {
        // Ignoring the bytes beyond the limit makes the result independent of how many bytes have arrived.
        let visible = min(bytes.count, start + limits.message)
        let isCut = visible < bytes.count
        do {
            let text = isCut ? bytes.extracting(0..<visible) : bytes
            guard case .complete(let end) = try checker.advance(in: text, isWhole: isWhole && !isCut) else {
                if isCut {
                    return self.end(.tooLong(limit: limits.message), id: checker.range(1))
                }
                state = .insideText(start: start)
                return .needsMore
            }
            consumed = end
            state = .between
            return .message(start..<end)
        } catch {
            consumed = error.offset
            state = .skippingLine
            return fault(error, in: bytes, from: start)
        }
    }

    private mutating func nextHeader(
        from start: Int,
        _ header: inout ContentLengthHeader,
        in bytes: Span<UInt8>,
        isWhole: Bool
    ) -> Event? {
        do {
            // Ignoring the bytes beyond the limit makes the result independent of how many bytes have arrived.
            switch try header.advance(in: bytes.extracting(0..<min(bytes.count, start + limits.header))) {
            case .incomplete:
                guard bytes.count - start <= limits.header else {
                    return end(.headerTooLong(limit: limits.header))
                }
                state = .insideHeader(start: start, header)
                return isWhole ? end(.header(.bodyMissing)) : .needsMore
            case .body(let offset, let length):
                guard length <= limits.message else {
                    return end(.tooLong(limit: limits.message))
                }
                consumed = offset
                state = .insideBody(offset..<offset + length)
                return nil
            }
        } catch {
            return end(error)
        }
    }

    private mutating func finishBody(_ body: Range<Int>, in bytes: Span<UInt8>) -> Event {
        consumed = body.upperBound
        state = .between
        do throws(JSONFault) {
            let text = bytes.extracting(0..<body.upperBound)
            let start = Framer.skipBlanks(from: body.lowerBound, in: text)
            checker.begin(at: start)
            guard case .complete(let end) = try checker.advance(in: text, isWhole: true) else {
                preconditionFailure("a text of known length is whole or faulty")
            }
            let rest = Framer.skipBlanks(from: end, in: text)
            guard rest == text.count else { throw JSONFault(.expected(.nothing), at: rest) }
            return .message(start..<end)
        } catch {
            return fault(error, in: bytes, from: body.lowerBound)
        }
    }

    private mutating func end(_ fault: FrameFault, id: JSONRange? = nil) -> Event {
        state = .ended
        brokenID = Message.id(at: id)
        return .fault(fault)
    }

    /// Returns the event for an invalid text.
    ///
    /// JSON-RPC demands a null id for a text that is not JSON: the part that was read may mean something else.
    private mutating func fault(_ fault: JSONFault, in bytes: Span<UInt8>, from start: Int) -> Event {
        if case .tooDeep(let limit) = fault.reason {
            brokenID = Message.id(at: checker.range(1))
            return .fault(.tooDeep(limit: limit))
        }
        brokenID = nil
        var fault = fault
        fault.offset -= start
        let (line, column) = fault.position(in: bytes.extracting(start...))
        return .fault(.notJSON(fault, line: line, column: column))
    }

    @inline(__always)
    private static func skipBlanks(from start: Int, in bytes: Span<UInt8>) -> Int {
        var position = start
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return position
            }
        }
        return position
    }

    /// Consumes the rest of the line, and returns whether the line has ended.
    private mutating func skipLine(in bytes: Span<UInt8>) -> Bool {
        while consumed < bytes.count {
            consumed += 1
            if bytes[consumed - 1] == UInt8(ascii: "\n") {
                return true
            }
        }
        return false
    }
}

import JSONCore

/// Finds the messages in a stream of bytes: a value that is asked again whenever more bytes have come.
///
/// The first byte that is not white space decides how the stream is framed: `{` or `[` begins JSON texts one after the
/// other, `C` or `c` the headers of the language server protocol. Each text is checked while its end is looked for.
package struct Framer {
    /// How a stream is cut into messages.
    package enum Style: Equatable, Sendable {
        case undecided
        case texts
        case contentLength
    }

    /// What comes next in the stream.
    package enum Event: Equatable {
        /// A checked JSON text, white space around it left out; `message(_:in:)` reads it.
        case message(Range<Int>)
        /// Something else; after a fatal one nothing more comes.
        case fault(FrameFault)
        /// Nothing before more bytes come.
        case needsMore
    }

    /// What the framer is in the middle of.
    private enum State {
        case between
        case insideText(start: Int)
        case skippingLine
        case insideHeader(start: Int, ContentLengthHeader)
        case insideBody(Range<Int>)
        case ended
    }

    /// How the stream is framed, once its first byte has told.
    package private(set) var style = Style.undecided

    /// The bytes in front that are done with; the owner takes them away and calls `rebase`.
    package private(set) var consumed = 0

    /// Where the id stands of the message that broke a limit, as the fault just given says; none where the message has
    /// none or the limit was broken first, and behind any other fault.
    package private(set) var brokenID: Range<Int>?

    private var state = State.between
    private var checker: JSONStreamChecker
    private let limits: FramingLimits

    /// A framer at the beginning of a stream.
    package init(limits: FramingLimits) {
        precondition(
            limits.message <= FramingLimits.longestMessage,
            "a message limit beyond FramingLimits.longestMessage"
        )
        self.limits = limits
        checker = JSONStreamChecker(depthLimit: limits.nesting, noting: Message.members)
    }

    /// Reads the message just given, unless it is a batch.
    @inline(__always)
    package func message(_ range: Range<Int>, in bytes: Span<UInt8>) -> Message {
        guard bytes[range.lowerBound] == UInt8(ascii: "{") else {
            return Message(JSONRange(range, in: bytes), in: bytes)
        }
        return Message(
            version: checker.place(0),
            id: checker.place(1),
            method: checker.place(2),
            params: checker.place(3),
            in: bytes
        )
    }

    /// Where the id stands of a JSON text that has begun and not ended, if it has come; none in a batch, and inside a body
    /// of known length, which is read when it is whole.
    package var openID: Range<Int>? {
        guard case .insideText = state else { return nil }
        return Message.id(at: checker.place(1))
    }

    /// Whether a message has begun and not ended.
    package var isInsideMessage: Bool {
        switch state {
        case .insideText, .insideHeader, .insideBody: true
        case .between, .skippingLine, .ended: false
        }
    }

    /// Looks for the next message; `isWhole` says that nothing comes behind these bytes.
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
                return takeBody(body, in: bytes)
            case .ended:
                consumed = bytes.count
                return .needsMore
            }
        }
    }

    /// Whether nothing but white space is left, so that asking for the next message can wait for more bytes.
    package mutating func isDone(with bytes: Span<UInt8>) -> Bool {
        guard case .between = state else { return false }
        consumed = Framer.skipBlanks(from: consumed, in: bytes)
        return consumed == bytes.count
    }

    /// Follows the bytes when the consumed ones were taken away.
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

    /// How the stream is framed, found from its first byte the first time.
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
        // What lies beyond the limit is not looked at, so that the outcome does not depend on how much has arrived.
        let visible = min(bytes.count, start + limits.message)
        let isCut = visible < bytes.count
        do {
            let text = isCut ? bytes.extracting(0..<visible) : bytes
            guard case .complete(let end) = try checker.advance(in: text, isWhole: isWhole && !isCut) else {
                if isCut {
                    return self.end(.tooLong(limit: limits.message), id: checker.place(1))
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
            // What is beyond the limit is not looked at, so that the pieces in which it came make no difference.
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

    private mutating func takeBody(_ body: Range<Int>, in bytes: Span<UInt8>) -> Event {
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

    /// A text that is no JSON has no id, as JSON-RPC demands: what was read of it may mean something else.
    private mutating func fault(_ fault: JSONFault, in bytes: Span<UInt8>, from start: Int) -> Event {
        if case .tooDeep(let limit) = fault.reason {
            brokenID = Message.id(at: checker.place(1))
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
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x0A, 0x0D, 0x09: place += 1
            default: return place
            }
        }
        return place
    }

    /// Whether the line's end was found.
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

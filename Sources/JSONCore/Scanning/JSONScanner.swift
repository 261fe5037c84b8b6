/// A resumable scanner that validates JSON texts (RFC 8259, strict) and reports their tokens to a sink.
///
/// Only this type implements the complete grammar. The scanner can stop at any byte, even inside a literal, a number or
/// a string, and resume when more bytes have arrived. Offsets count from the start of the span. If the caller removes
/// bytes at the front, it must call `rebase`.
struct JSONScanner {
    typealias Progress = JSONStreamChecker.Progress

    /// The token or part of a token that the scanner expects at the cursor.
    private enum State {
        case value
        case elementOrEnd
        case nameOrEnd
        case name
        case colon
        case separator
        case insideName
        case insideString
        case insideNumber
    }

    /// The offset of the next byte to examine.
    private(set) var cursor: Int
    private var state = State.value
    private var containers = ContainerStack()
    private var token = TokenProgress()
    private let depthLimit: Int

    init(at offset: Int = 0, depthLimit: Int) {
        cursor = offset
        self.depthLimit = depthLimit
    }

    /// Prepares for the next text; the previous text may be incomplete.
    @inline(__always)
    mutating func reset(at offset: Int) {
        cursor = offset
        state = .value
        containers.removeAll()
    }

    /// Adjusts all offsets after the caller removed `count` bytes at the front.
    mutating func rebase(by count: Int) {
        cursor -= count
        token.start -= count
    }

    /// Scans from the cursor to the end of the text or of the bytes; `isWhole` means that no more bytes will follow.
    ///
    /// After a complete text or an error, call `reset` before the next text.
    ///
    /// For speed, local variables hold the state that changes with each token, and rare work is in separate functions.
    /// Each state sets its successor directly, so that the compiler can turn transitions into jumps.
    mutating func scan<Sink: JSONSink & ~Copyable>(
        _ text: Span<UInt8>,
        isWhole: Bool,
        sink: inout Sink
    ) throws(JSONFault) -> Progress {
        precondition(cursor >= 0, "a scanner in front of its text")
        var cursor = self.cursor
        var state = self.state
        let end = text.count
        scanning: while true {
            switch state {
            case .value, .elementOrEnd:
                guard let byte = JSONScanner.significantByte(&cursor, in: text) else { break scanning }
                switch byte {
                case UInt8(ascii: "\""):
                    if let plain = StringGrammar.scanPlain(&cursor, in: text) {
                        sink.string(plain, in: text)
                        state = .separator
                    } else {
                        cursor &+= 1
                        token = TokenProgress(start: cursor)
                        state = .insideString
                    }
                case UInt8(ascii: "{"):
                    sink.beginObject(at: cursor)
                    try open(object: true, at: cursor)
                    cursor &+= 1
                    state = .nameOrEnd
                case UInt8(ascii: "["):
                    sink.beginArray(at: cursor)
                    try open(object: false, at: cursor)
                    cursor &+= 1
                    state = .elementOrEnd
                case UInt8(ascii: "1")...UInt8(ascii: "9"):
                    if let whole = NumberGrammar.scanInteger(&cursor, in: text) {
                        sink.number(whole, isWhole: true, in: text)
                        state = .separator
                    } else {
                        token = TokenProgress(start: cursor)
                        state = .insideNumber
                    }
                case UInt8(ascii: "-"), UInt8(ascii: "0"):
                    token = TokenProgress(start: cursor)
                    state = .insideNumber
                case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                    let literal = JSONLiteral(firstByte: byte)
                    guard let literalEnd = try literal.end(from: cursor, in: text, expecting: expectation(in: state))
                    else { break scanning }
                    sink.literal(literal, at: cursor)
                    cursor = literalEnd
                    state = .separator
                case UInt8(ascii: "]") where state == .elementOrEnd:
                    sink.endArray(at: cursor)
                    containers.pop()
                    cursor &+= 1
                    state = .separator
                default:
                    throw JSONFault(.expected(expectation(in: state)), at: cursor)
                }
            case .insideString:
                let next = try StringGrammar.advance(from: cursor, &token, in: text)
                cursor = next.cursor
                guard next.isWhole else { break scanning }
                sink.string(token.string(endingAt: cursor), in: text)
                cursor &+= 1
                state = .separator
            case .insideNumber:
                let next = try NumberGrammar.advance(from: cursor, &token, in: text, isWhole: isWhole)
                cursor = next.cursor
                guard next.isWhole else { break scanning }
                try token.checkMagnitude(endingAt: cursor, in: text)
                sink.number(token.start..<cursor, isWhole: token.isWhole, in: text)
                state = .separator
            case .separator:
                guard containers.depth > 0 else { return .complete(cursor) }
                guard let byte = JSONScanner.significantByte(&cursor, in: text) else { break scanning }
                switch (byte, containers.isInObject) {
                case (UInt8(ascii: ","), true):
                    state = .name
                case (UInt8(ascii: ","), false):
                    state = .value
                case (UInt8(ascii: "}"), true):
                    sink.endObject(at: cursor)
                    containers.pop()
                case (UInt8(ascii: "]"), false):
                    sink.endArray(at: cursor)
                    containers.pop()
                default:
                    throw JSONFault(.expected(expectation(in: state)), at: cursor)
                }
                cursor &+= 1
            case .name, .nameOrEnd:
                guard let byte = JSONScanner.significantByte(&cursor, in: text) else { break scanning }
                if byte == UInt8(ascii: "\"") {
                    if let plain = StringGrammar.scanPlain(&cursor, in: text) {
                        sink.name(plain, in: text)
                        state = .colon
                        if cursor < end, unsafe text[unchecked: cursor] == UInt8(ascii: ":") {
                            cursor &+= 1
                            state = .value
                        }
                    } else {
                        cursor &+= 1
                        token = TokenProgress(start: cursor)
                        state = .insideName
                    }
                } else if byte == UInt8(ascii: "}"), state == .nameOrEnd {
                    sink.endObject(at: cursor)
                    containers.pop()
                    cursor &+= 1
                    state = .separator
                } else {
                    throw JSONFault(.expected(expectation(in: state)), at: cursor)
                }
            case .insideName:
                let next = try StringGrammar.advance(from: cursor, &token, in: text)
                cursor = next.cursor
                guard next.isWhole else { break scanning }
                sink.name(token.string(endingAt: cursor), in: text)
                cursor &+= 1
                state = .colon
            case .colon:
                guard let byte = JSONScanner.significantByte(&cursor, in: text) else { break scanning }
                guard byte == UInt8(ascii: ":") else {
                    throw JSONFault(.expected(expectation(in: state)), at: cursor)
                }
                cursor &+= 1
                state = .value
            }
        }
        guard !isWhole else { throw JSONFault(.endInside(expectation(in: state)), at: text.count) }
        self.cursor = cursor
        self.state = state
        return .incomplete
    }

    @inline(__always)
    private mutating func open(object: Bool, at cursor: Int) throws(JSONFault) {
        guard containers.depth < depthLimit else { throw JSONFault(.tooDeep(limit: depthLimit), at: cursor) }
        containers.push(object: object)
    }

    /// Moves the cursor to the next byte that is not white space and returns the byte; nil if the bytes end first.
    @inline(__always)
    private static func significantByte(_ cursor: inout Int, in text: Span<UInt8>) -> UInt8? {
        guard cursor < text.count else { return nil }
        let byte = unsafe text[unchecked: cursor]
        guard byte <= 0x20 else { return byte }
        let next = cursor &+ 1
        if byte == 0x20, next < text.count, unsafe text[unchecked: next] > 0x20 {
            cursor = next
        } else {
            cursor = endOfWhiteSpace(from: cursor, in: text)
            guard cursor < text.count else { return nil }
        }
        return unsafe text[unchecked: cursor]
    }

    /// Returns the offset of the first byte that is not white space, or the end of the text.
    @inline(never)
    static func endOfWhiteSpace(from start: Int, in text: Span<UInt8>) -> Int {
        var position = start
        while position < text.count {
            let byte = text[position]
            guard byte <= 0x20, whiteSpace &>> UInt64(byte) & 1 == 1 else { return position }
            position &+= 1
            if byte == UInt8(ascii: "\n") {
                position = ByteLanes.endOfSpaces(from: position, in: text)
            }
        }
        return position
    }

    /// A bit for each byte that is white space: tab, line feed, carriage return and space.
    private static let whiteSpace: UInt64 = 1 << 0x09 | 1 << 0x0A | 1 << 0x0D | 1 << 0x20

    private func expectation(in state: State) -> JSONFault.Expectation {
        switch state {
        case .value: .value
        case .elementOrEnd: .elementOrEnd
        case .nameOrEnd: .nameOrEnd
        case .name: .name
        case .colon: .colon
        case .separator: containers.isInObject ? .commaOrObjectEnd : .commaOrArrayEnd
        case .insideName, .insideString: .string
        case .insideNumber: .digit
        }
    }
}

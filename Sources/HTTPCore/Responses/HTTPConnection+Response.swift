import JSONCore

/// Writing the response to the present request: `begin`, fields, and the body.
///
/// If the connection ends in the meantime, these functions do nothing.
extension HTTPConnection {
    // MARK: Fields

    /// Begins the response.
    @inline(__always)
    package mutating func begin(_ status: HTTPStatus) {
        guard !isEnding else { return }
        precondition(response == .none && mayRespond, "no request to respond to")
        response = .fields(isWithoutBody: status.isWithoutBody)
        output.append(status.line)
        date?.append(to: &output)
        output.append(commonFields)
    }

    @inline(__always)
    private var mayRespond: Bool { phase == .handling || phase == .deciding || phase == .refusing }

    @inline(__always)
    package mutating func add(_ name: StaticString, _ value: StaticString) {
        guard mayAddField else { return }
        output.append(name)
        output.append(": ")
        output.append(value)
        output.append("\r\n")
    }

    /// Adds a field; control characters in the value become spaces, so that no value adds a line.
    package mutating func add(_ name: StaticString, _ value: Span<UInt8>) {
        guard mayAddField else { return }
        output.append(name)
        output.append(": ")
        var start = 0
        while start < value.count {
            let end = ByteWords.endOfText(from: start, to: value.count, in: value)
            output.append(value, in: start..<end)
            guard end < value.count else { break }
            output.append(UInt8(ascii: " "))
            start = end + 1
        }
        output.append("\r\n")
    }

    package mutating func add(_ name: StaticString, number: UInt64) {
        guard mayAddField else { return }
        output.append(name)
        output.append(": ")
        output.append(decimal: number)
        output.append("\r\n")
    }

    /// Adds whole lines, each with its end.
    @inline(__always)
    package mutating func add(lines: StaticString) {
        guard mayAddField else { return }
        output.append(lines)
    }

    @inline(__always)
    private var mayAddField: Bool {
        guard case .fields = response else {
            precondition(isEnding, "a field outside the head of a response")
            return false
        }
        return true
    }

    // MARK: Bodies

    /// Ends the response with this body.
    @inline(__always)
    package mutating func end(_ body: Span<UInt8>) {
        beginBody(count: body.count)
        write(body)
        endBody()
    }

    /// Ends the response without a body.
    package mutating func end() {
        beginBody(count: 0)
        endBody()
    }

    /// Begins a body of `count` bytes, which `write` adds.
    @inline(__always)
    package mutating func beginBody(count: Int) {
        guard case .fields(let isWithoutBody) = response else {
            precondition(isEnding, "a body without the head of a response")
            return
        }
        precondition(count == 0 || !isWithoutBody, "a body in a response that has none")
        if !isWithoutBody {
            output.append("Content-Length: ")
            output.append(decimal: UInt64(count))
            output.append("\r\n")
        }
        endFields(canKeepOpen: true)
        response = request.method == .head ? .dropped : .counted(left: count)
    }

    /// Begins a body of unknown length: chunks, or for HTTP/1.0 the bytes up to the end of the connection.
    package mutating func beginStream() {
        guard case .fields(let isWithoutBody) = response else {
            precondition(isEnding, "a body without the head of a response")
            return
        }
        precondition(!isWithoutBody, "a body in a response that has none")
        if request.isVersion11 {
            output.append("Transfer-Encoding: chunked\r\n")
        }
        endFields(canKeepOpen: request.isVersion11)
        response = request.method == .head ? .dropped : request.isVersion11 ? .chunks : .untilEnd
    }

    /// Adds bytes to the body.
    @inline(__always)
    package mutating func write(_ bytes: Span<UInt8>) {
        switch response {
        case .counted(let left):
            precondition(bytes.count <= left, "more body than declared")
            response = .counted(left: left - bytes.count)
            output.append(bytes)
        case .chunks, .untilEnd, .dropped: writePart(bytes)
        case .none, .fields: precondition(isEnding, "a part of a body that has not begun")
        }
    }

    @inline(never)
    private mutating func writePart(_ bytes: Span<UInt8>) {
        // An empty chunk would end the body.
        guard response != .dropped, !bytes.isEmpty else { return }
        guard response == .chunks else { return output.append(bytes) }
        output.append(hexadecimal: bytes.count)
        output.append("\r\n", bytes, "\r\n")
    }

    /// Ends the response after its body.
    @inline(__always)
    package mutating func endBody() {
        switch response {
        case .counted(let left): precondition(left == 0, "less body than declared")
        case .chunks: output.append("0\r\n\r\n")
        case .untilEnd, .dropped: break
        case .none, .fields: return precondition(isEnding, "the end of a body that has not begun")
        }
        endExchange()
    }

    /// Ends the connection inside a body, so that the client recognizes the body as incomplete.
    package mutating func abandonBody() {
        guard !isEnding else { return }
        precondition(response != .none, "no response to abandon")
        keepsOpen = false
        endExchange()
    }

    // MARK: Upgrades

    /// Ends the response `switchingProtocols`; the new protocol begins.
    package mutating func endUpgrade() {
        guard !isEnding else { return }
        precondition(phase == .handling && response == .fields(isWithoutBody: true), "no upgrade in progress")
        output.append("\r\n")
        response = .none
        phase = .upgraded
    }

    // MARK: Heads

    /// Ends the head of the response, and decides whether the connection stays open.
    @inline(__always)
    private mutating func endFields(canKeepOpen: Bool) {
        keepsOpen = canKeepOpen && mayKeepOpen
        if !keepsOpen {
            output.append("Connection: close\r\n\r\n")
        } else if request.isVersion11 {
            output.append("\r\n")
        } else {
            output.append("Connection: keep-alive\r\n\r\n")
        }
    }

    /// Writes the response to a request that is refused.
    mutating func respond(refusing fault: RequestFault) {
        output.append(fault.status.line)
        date?.append(to: &output)
        output.append(commonFields)
        let sentence = fault.sentence
        output.append("Content-Type: text/plain; charset=utf-8\r\nContent-Length: ")
        output.append(decimal: UInt64(sentence.utf8.count + 1))
        output.append("\r\nConnection: close\r\n\r\n")
        if request.method != .head {
            output.append(text: sentence)
            output.append("\n")
        }
    }
}

extension ByteBuffer {
    /// Appends a number of at least 0 in hexadecimal digits.
    mutating func append(hexadecimal number: Int) {
        let digits: StaticString = "0123456789abcdef"
        var shift = max(0, (Int.bitWidth - number.leadingZeroBitCount - 1) / 4 * 4)
        while shift >= 0 {
            append(unsafe digits.utf8Start[number >> shift & 15])
            shift -= 4
        }
    }
}

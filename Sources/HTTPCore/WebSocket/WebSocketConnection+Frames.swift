import JSONCore

extension WebSocketConnection {
    /// Handles the next frame of the input.
    ///
    /// Returns an event, `wait` if the frame is incomplete, or nil if the frame leads to no event.
    @inline(__always)
    mutating func readFrame(in input: inout ByteBuffer) throws(WebSocketFault) -> WebSocketEvent? {
        let header = try input.withBytes { bytes throws(WebSocketFault) in
            try FrameHeader.read(at: position, in: bytes)
        }
        guard let header else { return .wait }
        if !header.opcode.isControl {
            // Checked before the payload has arrived, so that too long a message is not received.
            guard (header.opcode == .continuation) == (message != nil) else {
                throw message == nil ? .nothingToContinue : .messageNotFinished
            }
            guard header.payloadCount <= limits.message - (message?.content.count ?? 0) else {
                throw .messageTooLong(limit: limits.message)
            }
        }
        let start = position + header.headerCount
        guard header.payloadCount <= input.count - start else { return .wait }
        let payload = start..<start + header.payloadCount
        let isASCII = input.withMutableBytes { $0.unmask(payload, with: header.mask) }
        position = payload.upperBound
        clock.hasReceived = true
        guard !header.opcode.isControl else { return try handleControl(header.opcode, payload, in: input) }
        guard header.isFinal, message == nil else { return try addFragment(payload, header, isASCII, in: &input) }
        let isText = header.opcode == .text
        guard !isText || isASCII || input.withBytes({ UTF8Check.isValid($0.extracting(payload)) }) else {
            throw .notUTF8
        }
        return deliver(payload, isText: isText)
    }

    /// Removes the bytes that are decoded, and the gap between the fragments so far and the bytes behind them.
    mutating func removeDecoded(from input: inout ByteBuffer) {
        guard let message else {
            input.removeFirst(position)
            position = 0
            return
        }
        let start = message.content.lowerBound
        let gap = position - message.content.upperBound
        if gap > 0 {
            input.copy(position..<input.count, to: message.content.upperBound)
            input.truncate(to: input.count - gap)
        }
        input.removeFirst(start)
        self.message?.content = 0..<message.content.count
        position -= gap + start
    }

    /// Returns the event of a message; nil if the connection is being closed.
    @inline(__always)
    private mutating func deliver(_ payload: Range<Int>, isText: Bool) -> WebSocketEvent? {
        content = payload
        guard phase == .open else { return nil }
        return isText ? .text : .binary
    }

    /// Joins a fragment to those before it.
    @inline(never)
    private mutating func addFragment(
        _ payload: Range<Int>,
        _ header: FrameHeader,
        _ isASCII: Bool,
        in input: inout ByteBuffer
    ) throws(WebSocketFault) -> WebSocketEvent? {
        let first = payload.lowerBound..<payload.lowerBound
        var message = self.message ?? OpenMessage(isText: header.opcode == .text, content: first)
        input.copy(payload, to: message.content.upperBound)
        message.content = message.content.lowerBound..<message.content.upperBound + payload.count
        if message.isText {
            let end = input.withBytes { bytes in
                UTF8Check.endOfCharacters(from: message.checked, in: bytes.extracting(message.content))
            }
            guard let end, !header.isFinal || end == message.content.count else { throw .notUTF8 }
            message.checked = end
        }
        guard header.isFinal else {
            self.message = message
            return nil
        }
        self.message = nil
        return deliver(message.content, isText: message.isText)
    }

    @inline(never)
    private mutating func handleControl(
        _ opcode: FrameHeader.Opcode,
        _ payload: Range<Int>,
        in input: borrowing ByteBuffer
    ) throws(WebSocketFault) -> WebSocketEvent? {
        switch opcode {
        case .ping:
            if phase == .open {
                input.withBytes { sendFrame(.pong, $0.extracting(payload)) }
            }
            return nil
        case .pong:
            content = payload
            return phase == .open ? .pong : nil
        default:
            let code = try input.withBytes { bytes throws(WebSocketFault) in
                try WebSocketConnection.closeCode(in: bytes.extracting(payload))
            }
            closeCode = code
            content = payload.dropFirst(min(2, payload.count))
            if phase == .open {
                sendClose(code, "")
            }
            phase = .ending
            return .closed
        }
    }

    private static func closeCode(in payload: Span<UInt8>) throws(WebSocketFault) -> CloseCode? {
        guard payload.count != 1 else { throw .closeLength }
        guard payload.count > 1 else { return nil }
        let code = CloseCode(UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.maySend else { throw .closeCode }
        guard UTF8Check.isValid(payload.extracting(2...)) else { throw .notUTF8 }
        return code
    }
}

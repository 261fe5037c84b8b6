import JSONCore

/// Sending: a message is one frame, or several if it is sent in parts. After a close frame was sent, these functions do
/// nothing.
extension WebSocketConnection {
    /// Sends a text message; the bytes must be UTF-8.
    @inline(__always)
    package mutating func send(text: Span<UInt8>) { send(.text, text) }

    package mutating func send(binary: Span<UInt8>) { send(.binary, binary) }

    /// Sends the next part of a text message as a frame; the parts together must be UTF-8.
    ///
    /// Until the last part, no other message can be sent. Pings, pongs and a close frame can.
    package mutating func send(textPart part: Span<UInt8>, isLast: Bool) {
        guard phase == .open else { return }
        sendFrame(sendsParts ? .continuation : .text, part, isFinal: isLast)
        sendsParts = !isLast
    }

    package mutating func ping() { send(.ping, "".utf8.span) }

    /// Sends a close frame with a reason of at most 123 bytes, and waits for that of the peer.
    package mutating func close(_ code: CloseCode, reason: String = "") {
        guard phase == .open else { return }
        precondition(code.maySend, "a close code that may not be sent")
        sendClose(code, reason)
        phase = .closing
    }

    mutating func sendClose(_ code: CloseCode?, _ reason: String) {
        precondition(reason.utf8.count <= 123, "too long a reason to close")
        var payload = ByteBuffer()
        if let code {
            payload.append(UInt8(code.number >> 8))
            payload.append(UInt8(code.number & 0xFF))
            payload.append(text: reason)
        }
        payload.withBytes { sendFrame(.close, $0) }
    }

    @inline(__always)
    private mutating func send(_ opcode: FrameHeader.Opcode, _ payload: Span<UInt8>) {
        guard phase == .open else { return }
        precondition(!sendsParts || opcode.isControl, "a message between the parts of another one")
        sendFrame(opcode, payload)
    }

    /// Appends a frame, which is not masked.
    @inline(__always)
    mutating func sendFrame(_ opcode: FrameHeader.Opcode, _ payload: Span<UInt8>, isFinal: Bool = true) {
        output.reserve(10 + payload.count)
        output.append(isFinal ? 0x80 | opcode.rawValue : opcode.rawValue)
        if payload.count < 126 {
            output.append(UInt8(truncatingIfNeeded: payload.count))
        } else {
            appendLongLength(payload.count)
        }
        output.append(payload)
    }

    @inline(never)
    private mutating func appendLongLength(_ count: Int) {
        let isShort = count <= 0xFFFF
        output.append(isShort ? 126 : 127)
        var shift = isShort ? 8 : 56
        while shift >= 0 {
            output.append(UInt8(truncatingIfNeeded: count >> shift))
            shift -= 8
        }
    }
}

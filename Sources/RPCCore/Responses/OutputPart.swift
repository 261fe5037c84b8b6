import JSONCore

/// Output that is written piece by piece, and the complete messages that are sent after it.
final class OutputPart {
    private var response: StreamedResponse?
    private let messages: (any LazyMessages)?
    /// The number of lazily written messages so far.
    private(set) var messageCount: UInt64 = 0
    /// The complete, framed messages that are sent after the last piece.
    var following = ByteBuffer()

    init(_ response: consuming StreamedResponse) {
        self.response = consume response
        messages = nil
    }

    init(_ messages: any LazyMessages) {
        response = nil
        self.messages = messages
    }

    /// Writes the next piece, framed, and returns whether it was the last.
    ///
    /// For lazily written messages, the function takes steps until the piece is full or `isTurnOver` returns true.
    func writePiece(
        to writer: inout JSONWriter,
        framed style: Framer.Style,
        until isTurnOver: () -> Bool
    ) throws(JSONNotFinite) -> Bool {
        guard let messages else { return try response?.writePiece(to: &writer) ?? true }
        let end = writer.bytes.count + TurnLimits.resultBytes
        repeat {
            let start = writer.bytes.count
            switch messages.advance(&writer.bytes) {
            case .message:
                style.closeMessage(from: start, in: &writer.bytes)
                messageCount += 1
            case .working: break
            case .done: return true
            }
        } while writer.bytes.count < end && !isTurnOver()
        return false
    }

    /// Returns the framed response with `null` in place of each unfinished result; nil for lazily written messages.
    ///
    /// Call this only before the first piece is written.
    func takeSkeleton() -> ByteBuffer? { response.take()?.takeSkeleton() }
}

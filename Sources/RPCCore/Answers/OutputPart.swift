import JSONCore

/// Output that is written in pieces, and the whole messages that follow it.
final class OutputPart {
    private var answer: StreamedAnswer?
    private let messages: (any LazyMessages)?
    /// Whole messages, framed, that leave when the last piece has left.
    var following = ByteBuffer()

    init(_ answer: consuming StreamedAnswer) {
        self.answer = consume answer
        messages = nil
    }

    init(_ messages: any LazyMessages) {
        answer = nil
        self.messages = messages
    }

    /// Writes the next piece, framed; returns whether it was the last.
    ///
    /// A piece of lazily written messages takes as many steps as fit into it, until `isTurnOver` returns true.
    func writePiece(
        to writer: inout JSONWriter,
        framed style: Framer.Style,
        until isTurnOver: () -> Bool
    ) throws(JSONNotFinite) -> Bool {
        guard let messages else { return try answer?.writePiece(to: &writer) ?? true }
        let end = writer.bytes.count + TurnLimits.resultBytes
        repeat {
            let start = writer.bytes.count
            switch messages.advance(&writer.bytes) {
            case .message: style.closeMessage(from: start, in: &writer.bytes)
            case .working: break
            case .done: return true
            }
        } while writer.bytes.count < end && !isTurnOver()
        return false
    }

    /// Takes the answer as a whole message with `null` for its results; nothing of it was written.
    func takeSkeleton() -> ByteBuffer? { answer.take()?.takeSkeleton() }
}

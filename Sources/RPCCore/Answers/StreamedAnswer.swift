import JSONCore

/// An answer that is too long to be written at once, which a connection writes piece by piece: a value.
///
/// What was written of it, and what is needed to write the rest, is all it takes. A message that is framed by its length
/// is written twice: first for the length alone, a piece a turn too.
struct StreamedAnswer: ~Copyable {
    /// The message but for what is in the gaps, unframed.
    private var bytes = ByteBuffer()
    private var gaps: ArraySlice<AnswerGap>
    private let style: Framer.Style
    /// How many of the bytes were handed on.
    private var place = 0
    /// What the peer must know before the first byte, and we do not know yet.
    private var length: AnswerLength?

    /// Takes over the message that begins at `start`.
    init(cutting output: inout ByteBuffer, from start: Int, _ gaps: [AnswerGap], framed style: Framer.Style) {
        bytes.append(moving: &output, from: start)
        self.gaps = gaps[...]
        self.style = style
        length = style == .contentLength ? AnswerLength(bytes.count, self.gaps) : nil
    }

    /// Writes the next piece, framed; answers whether it was the last.
    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        if length != nil {
            guard let count = try length?.addPiece(by: &writer) else { return false }
            style.beginMessage(of: count, in: &writer.bytes)
            length = nil
        }
        let end = gaps.first?.beginning.upperBound ?? bytes.count
        let next = min(end, place + TurnLimits.resultBytes)
        bytes.withBytes { writer.bytes.append($0, in: place..<next) }
        place = next
        guard place == end else { return false }
        guard let first = gaps.indices.first else {
            style.endMessage(in: &writer.bytes)
            return true
        }
        if try gaps[first].rest.writePiece(to: &writer) {
            gaps.removeFirst()
        }
        return false
    }

    /// The whole message, framed, with `null` for each result of which something is left; nothing of it was written.
    consuming func takeSkeleton() -> ByteBuffer {
        var skeleton = ByteBuffer()
        bytes.withBytes { bytes in
            var place = 0
            for gap in gaps {
                skeleton.append(bytes, in: place..<gap.beginning.lowerBound)
                skeleton.append("null")
                place = gap.beginning.upperBound
            }
            skeleton.append(bytes, in: place..<bytes.count)
        }
        style.closeMessage(from: 0, in: &skeleton)
        return skeleton
    }
}

/// Counts how long an answer will be, by writing copies of what is left of it and forgetting them.
struct AnswerLength {
    private var count: Int
    /// Of those at the front a part may have been counted.
    private var gaps: ArraySlice<AnswerGap>

    init(_ written: Int, _ gaps: ArraySlice<AnswerGap>) {
        count = written
        self.gaps = gaps
    }

    /// Counts the next piece; the length, when it was the last.
    mutating func addPiece(by writer: inout JSONWriter) throws(JSONNotFinite) -> Int? {
        guard let first = gaps.indices.first else { return count }
        let mark = writer.mark
        let start = writer.bytes.count
        let isDone = try gaps[first].rest.writePiece(to: &writer)
        count += writer.bytes.count - start
        writer.rewind(to: mark)
        if isDone {
            gaps.removeFirst()
        }
        return gaps.isEmpty ? count : nil
    }
}

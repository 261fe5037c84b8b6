import JSONCore

/// A response that is too long for one turn of the event loop, so the connection writes it piece by piece.
///
/// It holds only the text that is already written and what is needed to write the rest. With Content-Length framing the
/// rest is written twice: first to count the length, also in pieces, then to send it.
struct StreamedResponse: ~Copyable {
    /// The unframed message without the text that belongs in the gaps.
    private var bytes = ByteBuffer()
    private var gaps: ArraySlice<ResponseGap>
    private let style: Framer.Style
    /// The number of bytes of `bytes` that were passed on.
    private var position = 0
    /// Counts the message's length, which the header needs; nil when the length is known or the framing needs none.
    private var length: ResponseLength?

    /// Creates a response from the message that begins at `start`, and removes that message from the output.
    init(cutting output: inout ByteBuffer, from start: Int, _ gaps: [ResponseGap], framed style: Framer.Style) {
        bytes.append(moving: &output, from: start)
        self.gaps = gaps[...]
        self.style = style
        length = style == .contentLength ? ResponseLength(bytes.count, self.gaps) : nil
    }

    /// Writes the next piece, framed, and returns whether it was the last.
    ///
    /// A call that only counts the length writes nothing and returns false.
    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        if length != nil {
            guard let count = try length?.addPiece(by: &writer) else { return false }
            style.beginMessage(of: count, in: &writer.bytes)
            length = nil
        }
        let end = gaps.first?.beginning.upperBound ?? bytes.count
        let next = min(end, position + TurnLimits.resultBytes)
        bytes.withBytes { writer.bytes.append($0, in: position..<next) }
        position = next
        guard position == end else { return false }
        guard let first = gaps.indices.first else {
            style.endMessage(in: &writer.bytes)
            return true
        }
        if try gaps[first].rest.writePiece(to: &writer) {
            gaps.removeFirst()
        }
        return false
    }

    /// Returns the complete, framed message with `null` in place of each unfinished result.
    ///
    /// Call this only before the first piece is written.
    consuming func takeSkeleton() -> ByteBuffer {
        var skeleton = ByteBuffer()
        bytes.withBytes { bytes in
            var position = 0
            for gap in gaps {
                skeleton.append(bytes, in: position..<gap.beginning.lowerBound)
                skeleton.append("null")
                position = gap.beginning.upperBound
            }
            skeleton.append(bytes, in: position..<bytes.count)
        }
        style.closeMessage(from: 0, in: &skeleton)
        return skeleton
    }
}

/// A counter of a response's length: it writes copies of the unfinished results and discards the text.
struct ResponseLength {
    private var count: Int
    /// The gaps that are not yet counted.
    ///
    /// The first one may be counted in part.
    private var gaps: ArraySlice<ResponseGap>

    init(_ written: Int, _ gaps: ArraySlice<ResponseGap>) {
        count = written
        self.gaps = gaps
    }

    /// Counts the next piece; returns the length after the last piece, otherwise nil.
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

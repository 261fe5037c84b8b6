internal import JSONCore

/// A line that frames the records: it precedes a batch, or marks a gap or the end.
enum FrameLine: Hashable {
    /// The beginning of a batch, followed by `records` records in `bytes` bytes.
    ///
    /// `flushed` is the last batch that was known to be on disk when this line was written.
    case batch(number: Int, flushed: Int, records: Int, bytes: Int)
    /// The batches up to this one are lost, and a repair continued without them.
    ///
    /// If other data may be lost but no batch is known to be, `through` is the batch before this line.
    case gap(through: Int)
    /// The writer closed the file after this batch; nothing follows.
    case end(after: Int)

    /// The beginnings of these lines; no record begins like one of them.
    static let openings: [StaticString] = ["{\"batch\":", "{\"gap\":", "{\"end\":"]
    static let longestOpening = 9

    /// Appends the line with a checksum that also covers the records, which the caller writes after it.
    func append(to buffer: inout ByteBuffer, records following: Span<UInt8>) {
        let start = buffer.count
        switch self {
        case .batch(let number, let flushed, let records, let bytes):
            buffer.append("{\"batch\":")
            buffer.append(decimal: UInt64(number))
            buffer.append(",\"flushed\":")
            buffer.append(decimal: UInt64(flushed))
            buffer.append(",\"records\":")
            buffer.append(decimal: UInt64(records))
            buffer.append(",\"bytes\":")
            buffer.append(decimal: UInt64(bytes))
        case .gap(let through):
            buffer.append("{\"gap\":")
            buffer.append(decimal: UInt64(through))
        case .end(let after):
            buffer.append("{\"end\":")
            buffer.append(decimal: UInt64(after))
        }
        buffer.appendSeal(from: start, covering: following)
    }

    /// A line that was read from a file.
    struct Read {
        let line: FrameLine
        /// The number of the line's bytes that the checksum covers; the checksum also covers the records after the
        /// line.
        let sealed: Int
        /// The number of bytes of the whole line, with checksum and newline.
        let length: Int
        let checksum: UInt32
    }

    /// Reads the line that begins at `start`; returns nil if there is no complete line of this kind.
    static func read(_ text: Span<UInt8>, at start: Int) -> Read? {
        var cursor = LineCursor(position: start)
        guard let line = line(text, &cursor) else { return nil }
        let sealed = cursor.position - start
        guard let checksum = cursor.readSeal(in: text) else { return nil }
        return Read(line: line, sealed: sealed, length: cursor.position - start, checksum: checksum)
    }

    private static func line(_ text: Span<UInt8>, _ cursor: inout LineCursor) -> FrameLine? {
        if cursor.consume("{\"batch\":", in: text) {
            guard let number = cursor.readNumber(in: text), cursor.consume(",\"flushed\":", in: text),
                let flushed = cursor.readNumber(in: text), cursor.consume(",\"records\":", in: text),
                let records = cursor.readNumber(in: text), cursor.consume(",\"bytes\":", in: text),
                let bytes = cursor.readNumber(in: text)
            else { return nil }
            return .batch(number: number, flushed: flushed, records: records, bytes: bytes)
        }
        if cursor.consume("{\"gap\":", in: text) { return cursor.readNumber(in: text).map { .gap(through: $0) } }
        if cursor.consume("{\"end\":", in: text) { return cursor.readNumber(in: text).map { .end(after: $0) } }
        return nil
    }

    /// The number of record bytes that follow the line.
    var recordBytes: Int {
        if case .batch(_, _, _, let bytes) = self { bytes } else { 0 }
    }

    /// The last batch that was on disk when the line was written.
    var flushed: Int {
        switch self {
        case .batch(_, let flushed, _, _): flushed
        case .gap(let through): through
        case .end(let after): after
        }
    }
}

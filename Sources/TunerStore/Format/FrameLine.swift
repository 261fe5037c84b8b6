internal import JSONCore

/// A line that holds the records together; the records themselves stand between such lines.
enum FrameLine: Hashable {
    /// So many records in so many bytes follow.
    ///
    /// `flushed` is the last batch of which it was known, when this one was written, that it is on disk.
    case batch(number: Int, flushed: Int, records: Int, bytes: Int)
    /// The batches up to this one are lost, and someone has decided to go on without them.
    ///
    /// Where none is known to be lost, something else is: it names the batch before.
    case gap(through: Int)
    /// Nothing follows: the writer has come to its end with this batch.
    case end(after: Int)

    /// How each of them begins; no record does.
    static let openings: [StaticString] = ["{\"batch\":", "{\"gap\":", "{\"end\":"]
    static let longestOpening = 9

    /// Appends the line, sealed together with the records that will follow it.
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

    /// A line as it stands in a file.
    struct Read {
        let line: FrameLine
        /// The bytes that the checksum covers, from the line's beginning, and those of the whole line.
        let sealed: Int
        let length: Int
        let checksum: UInt32
    }

    /// Reads a line that begins at `start`; none where there is no such line, or not all of it.
    static func read(_ text: Span<UInt8>, at start: Int) -> Read? {
        var cursor = LineCursor(place: start)
        guard let line = line(text, &cursor) else { return nil }
        let sealed = cursor.place - start
        guard let checksum = cursor.takeSeal(in: text) else { return nil }
        return Read(line: line, sealed: sealed, length: cursor.place - start, checksum: checksum)
    }

    private static func line(_ text: Span<UInt8>, _ cursor: inout LineCursor) -> FrameLine? {
        if cursor.take("{\"batch\":", in: text) {
            guard let number = cursor.takeNumber(in: text), cursor.take(",\"flushed\":", in: text),
                let flushed = cursor.takeNumber(in: text), cursor.take(",\"records\":", in: text),
                let records = cursor.takeNumber(in: text), cursor.take(",\"bytes\":", in: text),
                let bytes = cursor.takeNumber(in: text)
            else { return nil }
            return .batch(number: number, flushed: flushed, records: records, bytes: bytes)
        }
        if cursor.take("{\"gap\":", in: text) { return cursor.takeNumber(in: text).map { .gap(through: $0) } }
        if cursor.take("{\"end\":", in: text) { return cursor.takeNumber(in: text).map { .end(after: $0) } }
        return nil
    }

    /// What follows the line before the next one.
    var recordBytes: Int {
        if case .batch(_, _, _, let bytes) = self { bytes } else { 0 }
    }

    /// The last batch that was on disk when this was written.
    var flushed: Int {
        switch self {
        case .batch(_, let flushed, _, _): flushed
        case .gap(let through): through
        case .end(let after): after
        }
    }
}

internal import JSONCore
internal import SystemCore

/// A reader of a journal or a snapshot, frame by frame; it checks a whole batch before it returns the batch.
struct FrameReader: ~Copyable {
    let name: StoreFileName
    private var window: FileWindow
    /// The number that the next batch must have.
    private(set) var expected = 1
    /// The last batch that was on disk when the last frame was written.
    private(set) var flushed = 0
    /// The size of the last frame in the window: its line, then its records.
    private var held: (line: Int, records: Int, newlines: Int) = (0, 0, 0)

    /// Creates a reader and opens the file; call `readHeader` before `next`.
    init(_ files: any FileSystem, directory: String, _ name: StoreFileName) throws(StoreError) {
        self.name = name
        window = try FileWindow(files, name.path(in: directory))
    }

    var path: String { window.path }

    /// The offset after the last byte that is not zero, among the bytes read so far.
    var contentEnd: Int64 { window.contentEnd }

    /// The beginning of the last frame.
    var location: FileLocation { FileLocation(path: window.path, line: window.line, offset: window.offset) }

    /// The bytes of the last frame.
    var range: Range<Int64> { window.offset..<window.offset + Int64(held.line + held.records) }

    /// Reads the first line; if the line cannot be used, the reader stays at the line's beginning.
    mutating func readHeader() throws(StoreError) -> Result<FileHeader, FileHeader.Fault> {
        let longest = min(
            StoreFormat.maxLineLength,
            try window.has(StoreFormat.maxLineLength) ? .max : window.bytes.count
        )
        let length = window.bytes.withBytes { ByteSearch.newline(in: $0.extracting(0..<longest), from: 0) + 1 }
        guard length <= longest else { return .failure(.damaged) }
        let kind = name.kind
        let result = window.bytes.withBytes { bytes -> Result<FileHeader, FileHeader.Fault> in
            do throws(FileHeader.Fault) {
                return .success(try FileHeader(line: bytes.extracting(0..<length), of: kind))
            } catch {
                return .failure(error)
            }
        }
        guard case .success(let header) = result else { return result }
        guard header.number == name.number else { return .failure(.damaged) }
        window.skip(length, lines: 1)
        expected = kind == .journal ? header.batch + 1 : 1
        return result
    }

    /// Continues after a first line that could not be read, with the number that the next batch should have.
    mutating func begin(expecting batch: Int) {
        expected = batch
    }

    /// Returns the next frame; after damage the reader stays where the damage begins.
    mutating func next() throws(StoreError) -> Frame {
        release()
        guard try window.has(1) else { return .nothing }
        if try isZeroTail() { return .nothing }
        guard let read = try whole(at: 0), accepts(read.line) else { return .damage }
        return hold(read)
    }

    /// Passes the records of the last batch to `body`, each with its newline.
    func withRecords<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try window.bytes.withBytes { (bytes) throws(Failure) in
            try body(bytes.extracting(held.line..<held.line + held.records))
        }
    }

    /// The number of the line with the last batch's first record.
    var firstRecordLine: Int { window.line + 1 }

    private mutating func release() {
        guard held.line > 0 else { return }
        window.skip(held.line + held.records, lines: held.newlines)
        held = (0, 0, 0)
    }

    private mutating func hold(_ read: FrameLine.Read) -> Frame {
        flushed = read.line.flushed
        switch read.line {
        case .batch(let number, _, let records, let bytes):
            held = (read.length, bytes, records + 1)
            expected = number + 1
            return .batch(number)
        case .gap(let through):
            held = (read.length, 0, 1)
            expected = through + 1
            return .gap(through: through)
        case .end:
            held = (read.length, 0, 1)
            return .end
        }
    }

    private func accepts(_ line: FrameLine) -> Bool {
        switch line {
        case .batch(let number, _, _, _): number == expected && number < .max
        case .gap(let through): through >= expected - 1 && through < .max
        case .end(let after): after == expected - 1
        }
    }
}

// MARK: - Searching

extension FrameReader {
    /// Returns the frame line at offset `start` of the window if the whole frame is there and its checksum is right.
    private mutating func whole(at start: Int) throws(StoreError) -> FrameLine.Read? {
        _ = try window.has(start + StoreFormat.maxLineLength)
        guard let read = window.bytes.withBytes({ FrameLine.read($0, at: start) }) else { return nil }
        let length = start + read.length
        let (end, overflow) = length.addingReportingOverflow(read.line.recordBytes)
        guard !overflow, try window.has(end) else { return nil }
        let isTrue = window.bytes.withBytes { bytes in
            var checksum = CRC32C()
            checksum.update(bytes.extracting(start..<start + read.sealed))
            let records = bytes.extracting(length..<end)
            checksum.update(records)
            guard checksum.value == read.checksum else { return false }
            guard case .batch(_, _, let count, _) = read.line else { return true }
            return ByteSearch.newlines(in: records) == count
                && (records.isEmpty || records[records.count - 1] == UInt8(ascii: "\n"))
        }
        return isTrue ? read : nil
    }

    /// Returns whether all bytes up to the end of the file are zero.
    private mutating func isZeroTail() throws(StoreError) -> Bool {
        guard window.bytes.withBytes({ $0[0] == 0 }) else { return false }
        var seen = 0
        while true {
            let count = window.bytes.count
            guard window.bytes.withBytes({ ByteSearch.nonZero(in: $0.extracting(seen..<count)) }) == nil
            else { return false }
            seen = count
            guard try window.has(count + 1) else { return true }
        }
    }

    /// Skips damage up to the next undamaged frame that is not older than `expected`, or to the end of the file.
    ///
    /// The following call of `next` returns the found frame.
    mutating func skipDamage() throws(StoreError) -> FrameLine? {
        var scanned = 1
        while try window.has(scanned + 1) {
            let count = window.bytes.count
            guard let found = candidate(from: scanned, to: count) else {
                // The beginning of a frame may continue after the bytes that were read so far.
                scanned = max(scanned, count - FrameLine.longestOpening)
                drop(&scanned)
                guard try window.has(window.bytes.count + 1) else { break }
                continue
            }
            if let line = try whole(at: found)?.line, isNew(line) {
                window.skip(found)
                switch line {
                case .batch(let number, _, _, _): expected = number
                case .end(let after): expected = after + 1
                case .gap: break
                }
                return line
            }
            scanned = found + 1
        }
        window.skip(window.bytes.count)
        return nil
    }

    private mutating func drop(_ scanned: inout Int) {
        guard scanned > 1 << 20 else { return }
        window.skip(scanned - 1)
        scanned = 1
    }

    private func candidate(from start: Int, to end: Int) -> Int? {
        window.bytes.withBytes { bytes in
            var position = start
            while position < end {
                if bytes[position] == UInt8(ascii: "{") {
                    for opening in FrameLine.openings {
                        var cursor = LineCursor(position: position)
                        if cursor.consume(opening, in: bytes) { return position }
                    }
                }
                position += 1
            }
            return nil
        }
    }

    private func isNew(_ line: FrameLine) -> Bool {
        switch line {
        case .batch(let number, _, _, _): number >= expected && number < .max
        case .gap(let through): through >= expected - 1 && through < .max
        case .end(let after): after >= expected - 1 && after < .max
        }
    }
}

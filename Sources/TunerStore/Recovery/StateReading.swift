internal import JSONCore
internal import SystemCore

/// One pass over all files of a state.
///
/// It renames, removes and truncates files only after all files were read without error.
struct StateReading {
    private let files: any FileSystem
    private let directory: String
    private let journals: [Int]
    private let snapshots: [Int]
    private let unfinished: [StoreFileName]
    /// The damaged snapshots, which an older snapshot and the journals replace.
    private var damagedSnapshots: [StoreFileName] = []
    private var found = RecoveredFiles()
    /// The epochs of files that have gaps.
    private var gapEpochs: Set<String> = []
    /// The last journal and the end of its content, if its writer did not close it: zeros may follow.
    private var uncut: (path: String, end: Int64)?

    init(_ files: any FileSystem, _ directory: String) throws(StoreError) {
        self.files = files
        self.directory = directory
        let names = try StoreDirectory.contents(files, directory)
        unfinished = names.filter { $0.status == .new }
        let current = names.filter { $0.status == .current }
        journals = current.filter { $0.kind == .journal }.map(\.number).sorted()
        snapshots = current.filter { $0.kind == .snapshot }.map(\.number).sorted()
    }

    consuming func run(into consumer: inout some RecordConsumer) throws(StoreError) -> RecoveredFiles {
        consumer.begin()
        var base: Int?
        if !journals.isEmpty || !snapshots.isEmpty {
            base = try readSnapshot(into: &consumer)
            try readJournals(from: base, into: &consumer)
        }
        for name in damagedSnapshots { found.notes.append(try Quarantine.rename(files, directory, name)) }
        try removeLeftovers(before: base)
        return found
    }
}

// MARK: - Snapshots

extension StateReading {
    /// Reads the newest usable snapshot and returns its number, or nil if the state is read from the journals alone.
    ///
    /// An older snapshot is usable if all journals after it still exist.
    private mutating func readSnapshot(into consumer: inout some RecordConsumer) throws(StoreError) -> Int? {
        guard let newest = snapshots.last else {
            guard journals.first == 1 else { throw missing(.snapshot, journals.first ?? 1) }
            return nil
        }
        let damage: StoreError
        do throws(StoreError) {
            try read(snapshot: newest, into: &consumer)
            return newest
        } catch {
            guard case .damaged = error else { throw error }
            damage = error
        }
        // An older snapshot and all journals since then produce the same state.
        for base in snapshots.dropLast().reversed() + [nil] where isComplete(from: base) {
            consumer.begin()
            if let base {
                do throws(StoreError) {
                    try read(snapshot: base, into: &consumer)
                } catch {
                    guard case .damaged = error else { throw error }
                    continue
                }
            }
            damagedSnapshots = snapshots.filter { $0 > base ?? 0 }.map { StoreFileName(.snapshot, $0) }
            return base
        }
        throw damage
    }

    private func isComplete(from base: Int?) -> Bool {
        let last = max(journals.last ?? 0, snapshots.last ?? 0)
        return journals.filter { $0 >= base ?? 1 }.count == last - (base ?? 1) + 1
    }

    private mutating func read(snapshot number: Int, into consumer: inout some RecordConsumer) throws(StoreError) {
        var reader = try FrameReader(files, directory: directory, StoreFileName(.snapshot, number))
        let header = try header(&reader)
        while true {
            switch try reader.next() {
            case .batch: try Self.deliver(reader, to: &consumer)
            case .gap: gapEpochs.insert(header.epoch)
            case .end:
                guard try reader.next() == .nothing else { throw damage(reader) }
                found.lastBatch = header.batch
                found.snapshotBytes = reader.contentEnd
                found.epoch = header.epoch
                found.revision = header.revision
                return
            case .nothing:
                throw damage(reader, .unfinished(line: reader.location.line, offset: reader.location.offset))
            case .damage: throw damage(reader)
            }
        }
    }
}

// MARK: - Journals

extension StateReading {
    private mutating func readJournals(from base: Int?, into consumer: inout some RecordConsumer) throws(StoreError) {
        let first = base ?? 1
        let last = max(journals.last ?? first, first)
        found.lastJournal = last
        found.journals.files = last - first + 1
        var journal = try open(journal: first, after: found.lastBatch...found.lastBatch)
        for number in first..<last {
            let next = try open(journal: number + 1, after: journal.header.batch...(.max))
            try read(&journal.reader, journal.header, through: next.header.batch, into: &consumer)
            journal = next
        }
        let header = journal.header
        try readLast(&journal.reader, header, into: &consumer)
        found.epoch = header.epoch
        found.revision = header.revision
        if gapEpochs.contains(header.epoch) {
            found.needsNewEpoch = true
            found.mustSkipRevisions = true
        }
        if found.end == .unclean, header.durability != .sync {
            found.needsNewEpoch = true
            found.mustSkipRevisions = true
        }
    }

    private func open(
        journal number: Int,
        after batches: ClosedRange<Int>
    ) throws(StoreError) -> OpenedFile {
        guard journals.contains(number) else { throw missing(.journal, number) }
        var reader = try FrameReader(files, directory: directory, StoreFileName(.journal, number))
        let header = try header(&reader)
        guard batches.contains(header.batch) else { throw damage(reader, .header) }
        return OpenedFile(reader: reader, header: header)
    }

    private struct OpenedFile: ~Copyable {
        var reader: FrameReader
        let header: FileHeader
    }

    /// Reads a journal that a later one continues; batches after `last` are not committed and are ignored.
    private mutating func read(
        _ reader: inout FrameReader,
        _ header: FileHeader,
        through last: Int,
        into consumer: inout some RecordConsumer
    ) throws(StoreError) {
        while reader.expected <= last {
            switch try reader.next() {
            case .batch: try Self.deliver(reader, to: &consumer)
            case .gap: gapEpochs.insert(header.epoch)
            case .end, .nothing: throw damage(reader, .ends(after: reader.expected - 1))
            case .damage: throw damage(reader)
            }
        }
        found.journals.bytes += reader.contentEnd
        found.lastBatch = last
    }

    private mutating func readLast(
        _ reader: inout FrameReader,
        _ header: FileHeader,
        into consumer: inout some RecordConsumer
    ) throws(StoreError) {
        found.end = .unclean
        var tail = UnflushedTail()
        reading: while true {
            switch try reader.next() {
            case .batch where found.end == .orderly: throw damage(reader)
            case .batch(let number):
                tail.note(number, at: reader.range, flushed: reader.flushed)
                try Self.deliver(reader, to: &consumer)
            case .gap: gapEpochs.insert(header.epoch)
            case .end: found.end = .orderly
            case .nothing: break reading
            case .damage:
                try skipDamagedEnd(&reader)
                break reading
            }
        }
        found.journals.bytes += reader.contentEnd
        found.lastBatch = reader.expected - 1
        guard found.end == .unclean else { return }
        found.unflushed = try tail.read(files, reader.path)
        uncut = (reader.path, reader.contentEnd)
    }

    /// Skips damage at the end of the last journal.
    ///
    /// A crash can damage only batches that were not known to be on disk. So this throws if a later frame says that the
    /// damaged batch was flushed.
    private mutating func skipDamagedEnd(_ reader: inout FrameReader) throws(StoreError) {
        let location = reader.location
        let batch = reader.expected
        while let later = try reader.skipDamage() {
            guard later.flushed < batch else {
                throw .damaged(
                    StoreDamage(
                        path: reader.path,
                        fault: .flushedBatch(line: location.line, offset: location.offset),
                        name: reader.name
                    )
                )
            }
        }
        reader.begin(expecting: batch)
        found.mustSkipRevisions = true
        found.end = .unclean
        found.notes.append(.tornEnd(location, bytes: reader.contentEnd - location.offset))
    }
}

// MARK: - Snapshots and journals

extension StateReading {
    private func header(_ reader: inout FrameReader) throws(StoreError) -> FileHeader {
        switch try reader.readHeader() {
        case .success(let header): return header
        case .failure(.newer(let version)): throw .newerFormat(path: reader.path, version: version)
        case .failure(.damaged): throw damage(reader, .header)
        }
    }

    private static func deliver(
        _ reader: borrowing FrameReader,
        to consumer: inout some RecordConsumer
    ) throws(StoreError) {
        let kind = reader.name.kind
        var line = reader.firstRecordLine
        do throws(RecordFault) {
            try reader.withRecords { (records) throws(RecordFault) in
                var start = 0
                while start < records.count {
                    let end = ByteSearch.newline(in: records, from: start)
                    try consumer.load(records.extracting(start..<end), from: kind)
                    start = end + 1
                    line += 1
                }
            }
        } catch {
            throw .unusableRecord(error, FileLocation(path: reader.path, line: line, offset: reader.location.offset))
        }
    }

    private func missing(_ kind: StoreFileName.Kind, _ number: Int) -> StoreError {
        let name = StoreFileName(kind, number)
        return .damaged(StoreDamage(path: name.path(in: directory), fault: .missing, name: name))
    }

    private func damage(_ reader: borrowing FrameReader, _ fault: StoreDamage.Fault? = nil) -> StoreError {
        let location = reader.location
        let fault = fault ?? .batches(line: location.line, offset: location.offset)
        return .damaged(StoreDamage(path: reader.path, fault: fault, name: reader.name))
    }

    /// Removes unfinished files, and files that the snapshot has replaced.
    private mutating func removeLeftovers(before base: Int?) throws(StoreError) {
        let old = base ?? 0
        let replaced =
            snapshots.filter { $0 < old }.map { StoreFileName(.snapshot, $0) }
            + journals.filter { $0 < old }.map { StoreFileName(.journal, $0) }
        for name in unfinished + replaced {
            let path = name.path(in: directory)
            try StoreDirectory.remove(files, path)
            found.notes.append(.removed(path: path))
        }
        // No file writes there again. Ignore errors: a disk that refuses changes can still serve the state that was
        // read.
        if let uncut { try? StoreFile(files, uncut.path, .write).truncate(to: uncut.end) }
    }
}

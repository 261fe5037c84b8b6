internal import JSONCore
package import SystemCore

/// The journal: batches appended to one file at a time.
///
/// A batch is committed once `append` has returned. After a write or a flush fails, the content of the file is unknown,
/// so the journal never writes to it again. The journal continues in a new file. The first line of the new file names
/// the last committed batch; readers ignore later batches of the old file.
package struct Journal: ~Copyable {
    private let files: any FileSystem
    private let directory: String
    private let epoch: String
    package let durability: Durability
    private let zeroSteps: ClosedRange<Int>
    /// The last file that was begun; nil before the first.
    private var file: JournalFile?
    /// The number of the last file, including files from before this start; 0 if there is none.
    package private(set) var number: Int
    /// The size of the journal files since the last snapshot, without the current file.
    private var earlier: JournalSize
    /// Whether a new file must be begun before the next batch: none was begun yet, or the last one failed.
    package private(set) var needsFile = true
    /// The last committed batch.
    package private(set) var lastBatch: Int
    /// The last batch that is known to be on disk.
    private var flushedBatch: Int
    /// The highest revision passed to `append`, whether or not the batch was written.
    package private(set) var revision: Int64
    /// The directory and the last file, to check that the next start will find them.
    private var location: JournalLocation
    /// Committed batches that are not known to be on disk, kept so that a new file can contain them again.
    private var unflushed: [UnflushedBatch] = []
    private var unflushedBytes = 0

    /// The number of bytes after which a relaxed journal flushes before its interval is over.
    static let maxUnflushed = 4 << 20

    /// Creates a journal that continues after the recovered files; `beginFile` must begin its file.
    package init(
        _ files: any FileSystem,
        directory: String,
        after recovered: RecoveredFiles,
        epoch: String,
        revision: Int64,
        durability: Durability,
        zeroSteps: ClosedRange<Int> = ZeroAhead.usualSteps
    ) {
        self.zeroSteps = zeroSteps
        self.files = files
        self.directory = directory
        self.epoch = epoch
        self.durability = durability
        self.revision = revision
        earlier = recovered.journals
        number = recovered.lastJournal
        lastBatch = recovered.lastBatch
        flushedBatch = recovered.lastBatch
        let last = StoreFileName(.journal, recovered.lastJournal)
        location = JournalLocation(
            files,
            directory,
            lastFile: recovered.lastJournal > 0 ? last.path(in: directory) : nil
        )
        // The previous process may have failed to flush these batches, so they may be only in memory.
        unflushed = recovered.unflushed
    }

    /// The size of the journals that the next start must read in addition to the last snapshot.
    package var size: JournalSize {
        switch file {
        case let file?: JournalSize(bytes: earlier.bytes + file.end, files: earlier.files + 1)
        case nil: earlier
        }
    }
}

// MARK: - Batches

extension Journal {
    /// Writes whole lines as one batch and returns its number once the batch is committed.
    package mutating func append(
        _ records: Span<UInt8>,
        count: Int,
        revision: Int64
    ) throws(StoreError) -> Int {
        precondition(!needsFile, "a file is begun before anything is appended")
        precondition(records.isEmpty || records[records.count - 1] == UInt8(ascii: "\n"), "records are whole lines")
        self.revision = max(self.revision, revision)
        let number = lastBatch + 1
        do throws(StoreError) {
            try file?.write(
                .batch(number: number, flushed: flushedBatch, records: count, bytes: records.count),
                records: records
            )
            if durability == .sync { try file?.flush() }
            // Check after the flush: an acknowledged batch must be in the file that the next start reads.
            try location.checkFile(files)
        } catch {
            needsFile = true
            throw error
        }
        lastBatch = number
        switch durability {
        case .sync: flushedBatch = number
        case .relaxed: hold(records, count)
        case .none: break
        }
        return number
    }

    private mutating func hold(_ records: Span<UInt8>, _ count: Int) {
        unflushed.append(UnflushedBatch(records: [UInt8](records, in: 0..<records.count), count: count))
        unflushedBytes += records.count
    }

    /// Whether committed batches wait for a flush.
    package var wantsFlush: Bool { durability == .relaxed && flushedBatch < lastBatch && !needsFile }

    /// Whether so many bytes wait that they must be flushed before the interval is over.
    package var needsFlush: Bool { wantsFlush && unflushedBytes > Self.maxUnflushed }

    /// Flushes all batches so far.
    package mutating func flush() throws(StoreError) {
        guard flushedBatch < lastBatch else { return }
        precondition(!needsFile, "a file whose flush failed is not flushed again")
        do throws(StoreError) {
            try file?.flush()
        } catch {
            needsFile = true
            throw error
        }
        flushedBatch = lastBatch
        unflushed = []
        unflushedBytes = 0
    }

    /// Whether `makeRoom` should be called at the next idle moment.
    package var wantsRoom: Bool {
        guard durability == .sync, !needsFile else { return false }
        return switch file {
        case let file?: file.wantsRoom
        case nil: false
        }
    }

    /// Writes zeros ahead of the batches, which makes later flushes shorter.
    package mutating func makeRoom() throws(StoreError) {
        guard file?.makeRoom() == true else { return }
        do throws(StoreError) {
            try file?.flush()
        } catch {
            needsFile = true
            throw error
        }
    }
}

// MARK: - Files

extension Journal {
    /// Begins a new file after the last committed batch.
    ///
    /// If it fails, call it again later: disk space may become free.
    package mutating func beginFile() throws(StoreError) {
        precondition(needsFile, "there is a file that takes batches")
        try location.check(files)
        if durability == .none, flushedBatch < lastBatch, unflushed.isEmpty {
            switch file {
            case let file?: unflushed = try readUnflushed(in: file)
            case nil: break
            }
        }
        try startNextFile()
    }

    /// Returns the batches that were never flushed, read back from the operating system's memory.
    ///
    /// The new file contains them again. The failed file is not flushed instead, since a flush after a failure may
    /// succeed without having written everything.
    private func readUnflushed(in file: borrowing JournalFile) throws(StoreError) -> [UnflushedBatch] {
        var reader = try FrameReader(files, directory: directory, file.name)
        _ = try reader.readHeader()
        var batches: [UnflushedBatch] = []
        while reader.expected <= lastBatch {
            guard case .batch(let number) = try reader.next() else {
                throw .damaged(
                    StoreDamage(path: file.path, fault: .ends(after: reader.expected - 1), name: file.name)
                )
            }
            guard number > flushedBatch else { continue }
            batches.append(
                reader.withRecords { records in
                    UnflushedBatch(
                        records: [UInt8](records, in: 0..<records.count),
                        count: ByteSearch.newlines(in: records)
                    )
                }
            )
        }
        return batches
    }

    /// Begins a new file and returns the first line of a snapshot of everything before that file.
    ///
    /// After an error the current file may still be usable: check `needsFile`.
    package mutating func rotate() throws(StoreError) -> FileHeader {
        precondition(!needsFile, "there is no file to be ended")
        try location.check(files)
        // The next file's first line says that this file is complete up to `lastBatch`. That must be true after a
        // crash.
        try flush()
        try startNextFile()
        earlier = JournalSize(bytes: 0, files: 0)
        return FileHeader(
            kind: .snapshot,
            number: number,
            epoch: epoch,
            revision: revision,
            batch: lastBatch,
            durability: durability
        )
    }

    private mutating func startNextFile() throws(StoreError) {
        let header = FileHeader(
            kind: .journal,
            number: number + 1,
            epoch: epoch,
            revision: revision,
            batch: lastBatch - unflushed.count,
            durability: durability
        )
        var next: JournalFile
        do throws(StoreError) {
            next = try Self.prepare(files, directory, header, unflushed, zeroSteps)
        } catch {
            // Free the blocks, since the disk may be full. If this fails, the next start removes the file.
            Self.discard(files, directory, header)
            throw error
        }
        // From here on a crash may leave the new file in place, whatever the calls return. So the old file takes no
        // more batches.
        needsFile = true
        try StoreDirectory.put(files, directory, next.newPath, inPlaceAs: next.path)
        next.wasPublished()
        location.note(next.identity, of: next.path)
        earlier = size
        number = header.number
        file = consume next
        needsFile = false
        flushedBatch = lastBatch
        unflushed = []
        unflushedBytes = 0
    }

    private static func prepare(
        _ files: any FileSystem,
        _ directory: String,
        _ header: FileHeader,
        _ batches: [UnflushedBatch],
        _ zeroSteps: ClosedRange<Int>
    ) throws(StoreError) -> JournalFile {
        var file = try JournalFile(files, directory: directory, header, zeroSteps: zeroSteps)
        var number = header.batch
        for batch in batches {
            number += 1
            try file.write(
                .batch(number: number, flushed: header.batch, records: batch.count, bytes: batch.records.count),
                records: batch.records.span
            )
        }
        if header.durability == .sync { _ = file.makeRoom() }
        try file.sync()
        return file
    }

    private static func discard(_ files: any FileSystem, _ directory: String, _ header: FileHeader) {
        try? files.removeFile(StoreFileName(.journal, header.number, .new).path(in: directory))
    }

    /// Writes the end into the file and flushes it.
    package consuming func close() throws(StoreError) {
        guard !needsFile else { return }
        // A reader of the end line assumes that all batches before it are on disk.
        try flush()
        let nothing: [UInt8] = []
        try file?.write(.end(after: lastBatch), records: nothing.span)
        try file?.cut()
        try file?.flush()
    }
}

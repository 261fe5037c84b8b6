internal import JSONCore
package import SystemCore

/// The journal that is written to: one file at a time, batch by batch.
///
/// A write or a flush that fails ends the file: what it holds then nobody knows, so that it is never written to again.
/// The journal goes on in a new file, which says in its first line which batch was the last that counts.
package struct Journal: ~Copyable {
    private let files: any FileSystem
    private let folder: String
    private let epoch: String
    package let durability: Durability
    private let zeroSteps: ClosedRange<Int>
    /// The last file that was begun, if one was.
    private var file: JournalFile?
    /// Its number, or that of the last file there was before.
    package private(set) var number: Int
    /// The files since the last snapshot that are no longer written to.
    private var earlier: JournalSize
    /// There is no file that takes batches: none was begun yet, or it has failed.
    package private(set) var needsFile = true
    /// The last batch that counts.
    package private(set) var lastBatch: Int
    /// The last batch that is known to be on disk.
    private var flushedBatch: Int
    /// The highest revision that was ever given to `append`, whether it arrived or not.
    package private(set) var revision: Int64
    /// Where the next start looks for the files.
    private var place: JournalLocation
    /// What was answered and is not known to be on disk, so that it can be written once more.
    private var unflushed: [UnflushedBatch] = []
    private var unflushedBytes = 0

    /// A relaxed journal flushes before its second is over when more than this waits.
    static let mostUnflushed = 4 << 20

    /// Goes on from what was recovered, in a file that is yet to be begun.
    package init(
        _ files: any FileSystem,
        folder: String,
        after recovered: RecoveredFiles,
        epoch: String,
        revision: Int64,
        durability: Durability,
        zeroSteps: ClosedRange<Int> = ZeroAhead.usualSteps
    ) {
        self.zeroSteps = zeroSteps
        self.files = files
        self.folder = folder
        self.epoch = epoch
        self.durability = durability
        self.revision = revision
        earlier = recovered.journals
        number = recovered.lastJournal
        lastBatch = recovered.lastBatch
        flushedBatch = recovered.lastBatch
        let last = StoreFileName(.journal, recovered.lastJournal)
        place = JournalLocation(files, folder, lastFile: recovered.lastJournal > 0 ? last.path(in: folder) : nil)
        // A flush that failed in an earlier life, or never came, may have left them in memory only.
        unflushed = recovered.unflushed
    }

    /// What a start has to read beside the last snapshot.
    package var size: JournalSize {
        switch file {
        case let file?: JournalSize(bytes: earlier.bytes + file.end, files: earlier.files + 1)
        case nil: earlier
        }
    }
}

// MARK: - Batches

extension Journal {
    /// Writes whole lines as one batch, and returns its number when it counts as written.
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
            // Behind the flush: what is acknowledged is where the next start finds it.
            try place.checkFile(files)
        } catch {
            needsFile = true
            throw error
        }
        lastBatch = number
        switch durability {
        case .sync: flushedBatch = number
        case .relaxed: keep(records, count)
        case .none: break
        }
        return number
    }

    private mutating func keep(_ records: Span<UInt8>, _ count: Int) {
        unflushed.append(UnflushedBatch(records: [UInt8](records, in: 0..<records.count), count: count))
        unflushedBytes += records.count
    }

    /// Whether answered batches wait for a flush.
    package var wantsFlush: Bool { durability == .relaxed && flushedBatch < lastBatch && !needsFile }

    /// Whether so much waits for a flush that it is not to wait for its second.
    package var needsFlush: Bool { wantsFlush && unflushedBytes > Self.mostUnflushed }

    /// Returns when all batches so far are on disk.
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

    /// Whether an idle moment is well spent on `makeRoom`.
    package var wantsRoom: Bool {
        guard durability == .sync, !needsFile else { return false }
        return switch file {
        case let file?: file.wantsRoom
        case nil: false
        }
    }

    /// Writes zeros ahead of the batches, so that their flushes are short.
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
    /// Goes on in a new file behind the last batch that counts.
    ///
    /// When it fails it can be called again: room on the disk may come back.
    package mutating func beginFile() throws(StoreError) {
        precondition(needsFile, "there is a file that takes batches")
        try place.check(files)
        if durability == .none, flushedBatch < lastBatch, unflushed.isEmpty {
            switch file {
            case let file?: unflushed = try readUnflushed(in: file)
            case nil: break
            }
        }
        try goOn()
    }

    /// What was never flushed, as the system still has it: to flush it now would trust a file that has failed.
    private func readUnflushed(in file: borrowing JournalFile) throws(StoreError) -> [UnflushedBatch] {
        var reader = try FrameReader(files, folder: folder, file.name)
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

    /// Goes on in a new file, for a snapshot that holds everything up to here; answers the snapshot's first line.
    ///
    /// When it fails the journal may be whole all the same: look at `needsFile`.
    package mutating func rotate() throws(StoreError) -> FileHeader {
        precondition(!needsFile, "there is no file to be ended")
        try place.check(files)
        // What a later file says of this one must be true after any crash.
        try flush()
        try goOn()
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

    private mutating func goOn() throws(StoreError) {
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
            next = try Self.prepare(files, folder, header, unflushed, zeroSteps)
        } catch {
            // On a full disk each block counts; what could not be removed is removed at the next start.
            Self.discard(files, folder, header)
            throw error
        }
        // From here on the new file may be found after a crash, whatever the calls say: then the old one has ended.
        needsFile = true
        try StoreFolder.put(files, folder, next.newPath, inPlaceAs: next.path)
        next.wasPublished()
        place.note(next.identity, of: next.path)
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
        _ folder: String,
        _ header: FileHeader,
        _ batches: [UnflushedBatch],
        _ zeroSteps: ClosedRange<Int>
    ) throws(StoreError) -> JournalFile {
        var file = try JournalFile(files, folder: folder, header, zeroSteps: zeroSteps)
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

    private static func discard(_ files: any FileSystem, _ folder: String, _ header: FileHeader) {
        try? files.removeFile(StoreFileName(.journal, header.number, .new).path(in: folder))
    }

    /// Says in the file that this is its end, and lets it go.
    package consuming func close() throws(StoreError) {
        guard !needsFile else { return }
        // Whoever reads that this is the end believes that all before it is on disk.
        try flush()
        let nothing: [UInt8] = []
        try file?.write(.end(after: lastBatch), records: nothing.span)
        try file?.cut()
        try file?.flush()
    }
}

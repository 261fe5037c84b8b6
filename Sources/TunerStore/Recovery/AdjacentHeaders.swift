internal import SystemCore

/// What a damaged file's neighbors show about the file's own header.
struct AdjacentHeaders {
    private let name: StoreFileName
    /// The header of the journal or snapshot before the file; for a snapshot, of the journal with its number.
    private var before: FileHeader?
    /// The header of the journal after the file.
    private var after: FileHeader?
    /// The last batch before the file; nil if it is not known.
    private var batchBefore: Int?

    init(_ files: any FileSystem, _ directory: String, of name: StoreFileName) throws(StoreError) {
        self.name = name
        switch name.kind {
        case .snapshot:
            before = try Self.header(files, directory, StoreFileName(.journal, name.number))
            batchBefore = before?.batch
        case .journal:
            after = try Self.header(files, directory, StoreFileName(.journal, name.number + 1))
            if let snapshot = try Self.header(files, directory, StoreFileName(.snapshot, name.number)) {
                before = snapshot
                batchBefore = snapshot.batch
            } else if name.number == 1 {
                batchBefore = 0
            } else {
                let journal = StoreFileName(.journal, name.number - 1)
                before = try Self.header(files, directory, journal)
                if before != nil { batchBefore = try Self.lastBatch(files, directory, journal) }
            }
        }
    }

    /// The last batch that the file must contain; nil if no later journal says it.
    var lastBatch: Int? { after?.batch }

    /// Returns whether a header is consistent with the neighbors.
    func agree(with header: FileHeader) -> Bool {
        switch name.kind {
        case .snapshot: before.map { $0.batch == header.batch } ?? true
        case .journal:
            if before?.kind == .snapshot || name.number == 1 {
                header.batch == batchBefore
            } else {
                header.batch >= before?.batch ?? 0
            }
        }
    }

    /// Returns a header for the file, derived from its neighbors, or nil if no neighbor can be read.
    ///
    /// `firstBatch` is the first undamaged batch in the file.
    func header(firstBatch: Int?) -> FileHeader? {
        guard let model = before ?? after else { return firstHeader }
        var batch = min(batchBefore ?? .max, after?.batch ?? .max)
        // The file before may end with batches that are not committed. This file then repeats their numbers.
        if name.kind == .journal, before?.kind != .snapshot, let firstBatch { batch = min(batch, firstBatch - 1) }
        return FileHeader(
            kind: name.kind,
            number: name.number,
            epoch: model.epoch,
            revision: model.revision,
            batch: batch,
            durability: model.durability
        )
    }

    /// A header for the very first journal, which needs no neighbor; the epoch is lost.
    private var firstHeader: FileHeader? {
        guard name.kind == .journal, name.number == 1 else { return nil }
        return FileHeader(kind: .journal, number: 1, epoch: "", revision: 0, batch: 0, durability: .sync)
    }

    private static func header(
        _ files: any FileSystem,
        _ directory: String,
        _ name: StoreFileName
    ) throws(StoreError) -> FileHeader? {
        guard try StoreDirectory.contents(files, directory).contains(name) else { return nil }
        var reader = try FrameReader(files, directory: directory, name)
        return try? reader.readHeader().get()
    }

    private static func lastBatch(
        _ files: any FileSystem,
        _ directory: String,
        _ name: StoreFileName
    ) throws(StoreError) -> Int {
        var reader = try FrameReader(files, directory: directory, name)
        _ = try reader.readHeader()
        while true {
            switch try reader.next() {
            case .batch, .gap: continue
            case .end, .nothing: return reader.expected - 1
            case .damage:
                let last = reader.expected - 1
                guard try reader.skipDamage() != nil else { return last }
            }
        }
    }
}

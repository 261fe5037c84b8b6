internal import SystemCore

/// What the files beside a damaged one know of it.
struct AdjacentHeaders {
    private let name: StoreFileName
    /// The first line of the file that this one goes on from, or of the snapshot's journal.
    private var before: FileHeader?
    /// The first line of the journal that goes on from this one.
    private var after: FileHeader?
    /// The last batch before it.
    private var batchBefore: Int?

    init(_ files: any FileSystem, _ folder: String, of name: StoreFileName) throws(StoreError) {
        self.name = name
        switch name.kind {
        case .snapshot:
            before = try Self.header(files, folder, StoreFileName(.journal, name.number))
            batchBefore = before?.batch
        case .journal:
            after = try Self.header(files, folder, StoreFileName(.journal, name.number + 1))
            if let snapshot = try Self.header(files, folder, StoreFileName(.snapshot, name.number)) {
                before = snapshot
                batchBefore = snapshot.batch
            } else if name.number == 1 {
                batchBefore = 0
            } else {
                let journal = StoreFileName(.journal, name.number - 1)
                before = try Self.header(files, folder, journal)
                if before != nil { batchBefore = try Self.lastBatch(files, folder, journal) }
            }
        }
    }

    /// The last batch of the file that others count on.
    var lastBatch: Int? { after?.batch }

    /// Whether a first line can be true.
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

    /// A first line for the file, which may begin with a batch.
    func header(firstBatch: Int?) -> FileHeader? {
        guard let model = before ?? after else { return firstHeader }
        var batch = min(batchBefore ?? .max, after?.batch ?? .max)
        // The file before may have batches that do not count: then this one begins with the first that does.
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

    /// A first line for the first journal of all, which goes on from nothing: only the state's name is lost with its own.
    private var firstHeader: FileHeader? {
        guard name.kind == .journal, name.number == 1 else { return nil }
        return FileHeader(kind: .journal, number: 1, epoch: "", revision: 0, batch: 0, durability: .sync)
    }

    private static func header(
        _ files: any FileSystem,
        _ folder: String,
        _ name: StoreFileName
    ) throws(StoreError) -> FileHeader? {
        guard try StoreFolder.contents(files, folder).contains(name) else { return nil }
        var reader = try FrameReader(files, folder: folder, name)
        return try? reader.readHeader().get()
    }

    private static func lastBatch(
        _ files: any FileSystem,
        _ folder: String,
        _ name: StoreFileName
    ) throws(StoreError) -> Int {
        var reader = try FrameReader(files, folder: folder, name)
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

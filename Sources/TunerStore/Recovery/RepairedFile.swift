internal import JSONCore
internal import SystemCore

/// The file that replaces a damaged one: all undamaged batches, and a gap line wherever some are missing.
struct RepairedFile: ~Copyable {
    private let name: StoreFileName
    private let path: String
    private let file: StoreFile
    private var end: Int64
    private var line: ByteBuffer
    /// The last batch that the file contains or marks as missing.
    private var last: Int
    /// The last batch that a later journal expects here; nil if there is no later journal.
    private let through: Int?
    private var hasEnd = false
    private var notes: [RecoveryNote] = []

    init(
        _ files: any FileSystem,
        _ directory: String,
        _ header: FileHeader,
        isGuessed: Bool,
        through: Int?
    ) throws(StoreError) {
        let newPath = StoreFileName(header.kind, header.number, .new).path(in: directory)
        let last = header.kind == .journal ? header.batch : 0
        let file = try StoreFile(files, newPath, [.write, .create, .truncate])
        var line = ByteBuffer()
        header.append(to: &line)
        let nothing: [UInt8] = []
        // If the header is a guess, other data may be lost too. The gap makes the state get a new epoch.
        if isGuessed { FrameLine.gap(through: last).append(to: &line, records: nothing.span) }
        try line.withBytes { (line) throws(StoreError) in try file.write(line, at: 0) }
        end = Int64(line.count)
        line.removeAll()
        self.file = file
        self.line = line
        self.last = last
        self.through = through
        name = header.name
        path = header.name.path(in: directory)
    }

    var newPath: String { file.path }

    private mutating func write(_ records: Span<UInt8>) throws(StoreError) {
        try line.withBytes { (line) throws(StoreError) in try file.write(line, records, at: end) }
        end += Int64(line.count + records.count)
        line.removeAll()
    }

    private mutating func write(_ frame: FrameLine) throws(StoreError) {
        let nothing: [UInt8] = []
        frame.append(to: &line, records: nothing.span)
        try write(nothing.span)
    }

    private mutating func recordLoss(through batch: Int) throws(StoreError) {
        guard batch > last else { return }
        notes.append(.lost(path: path, first: last + 1, last: batch))
        last = batch
        try write(.gap(through: batch))
    }

    mutating func copyIntactBatches(from reader: inout FrameReader) throws(StoreError) {
        while true {
            switch try reader.next() {
            case .batch(let number):
                if let through, number > through { return }
                try recordLoss(through: number - 1)
                last = number
                try reader.withRecords { (records) throws(StoreError) in
                    let count = ByteSearch.newlines(in: records)
                    // The repaired file is flushed before it is renamed, so every earlier batch in it is on disk.
                    FrameLine.batch(number: number, flushed: number - 1, records: count, bytes: records.count)
                        .append(to: &line, records: records)
                    try write(records)
                }
            case .gap(let batch):
                if let through, batch > through { return }
                last = max(last, batch)
                try write(.gap(through: last))
            case .end:
                hasEnd = true
                try recordLoss(through: reader.expected - 1)
                return
            case .nothing: return
            case .damage:
                guard try reader.skipDamage() != nil else { return }
            }
        }
    }

    /// Adds what is missing at the end and flushes the file, still under its temporary name.
    mutating func finish() throws(StoreError) -> [RecoveryNote] {
        if let through { try recordLoss(through: through) }
        if name.kind == .snapshot {
            if !hasEnd { try write(.gap(through: last)) }
            try write(.end(after: last))
        } else if hasEnd {
            try write(.end(after: last))
        }
        try file.sync()
        return notes
    }
}

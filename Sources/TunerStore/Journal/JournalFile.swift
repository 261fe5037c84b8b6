internal import JSONCore
internal import SystemCore

/// A journal's file as it is written: batches one behind the other, and zeros ahead of them.
struct JournalFile: ~Copyable {
    private var file: StoreFile
    let name: StoreFileName
    /// Under which it is written before it is published.
    let newPath: String
    let path: String
    /// Which file it is, whatever its name is.
    let identity: FileStatus.Identity
    /// Where the next batch goes.
    private(set) var end: Int64
    private var zeros: ZeroAhead
    private var line: ByteBuffer

    /// Makes the file under its temporary name: nobody will find it there.
    init(
        _ files: any FileSystem,
        folder: String,
        _ header: FileHeader,
        zeroSteps: ClosedRange<Int>
    ) throws(StoreError) {
        let newPath = StoreFileName(.journal, header.number, .new).path(in: folder)
        let file = try StoreFile(files, newPath, [.read, .write, .create, .truncate])
        var line = ByteBuffer(minimumCapacity: StoreFormat.longestLine)
        header.append(to: &line)
        try line.withBytes { (bytes) throws(StoreError) in try file.write(bytes, at: 0) }
        identity = try file.identity()
        self.file = file
        self.newPath = newPath
        name = header.name
        path = header.name.path(in: folder)
        end = Int64(line.count)
        zeros = ZeroAhead(end: end, steps: zeroSteps)
        self.line = line
    }

    /// Everything on disk, the mode too; then the file can be given its name.
    func sync() throws(StoreError) { try file.sync() }

    /// Notes that it was given its name.
    mutating func wasPublished() { file.path = path }

    /// Writes a batch, in one call where the system takes it so.
    mutating func write(_ frame: FrameLine, records: Span<UInt8>) throws(StoreError) {
        line.removeAll()
        frame.append(to: &line, records: records)
        try line.withBytes { (line) throws(StoreError) in try file.write(line, records, at: end) }
        end += Int64(line.count + records.count)
    }

    /// Returns when all batches are on disk.
    func flush() throws(StoreError) { try file.syncData() }

    /// Whether it is time to write zeros ahead.
    var wantsRoom: Bool { zeros.wantsMore(at: end) }

    /// Writes zeros ahead; answers whether there is anything to flush: that there is no room for them is no fault.
    mutating func makeRoom() -> Bool { zeros.extend(file, beyond: end) }

    /// Cuts off what was ahead.
    func cut() throws(StoreError) { try file.truncate(to: end) }
}

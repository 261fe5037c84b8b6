internal import JSONCore
internal import SystemCore

/// A journal's file while it is written: batches, and zeros ahead of them.
struct JournalFile: ~Copyable {
    private var file: StoreFile
    let name: StoreFileName
    /// The temporary path, until the file is published.
    let newPath: String
    let path: String
    /// The identity of the file, which does not depend on its name.
    let identity: FileStatus.Identity
    /// The offset of the next batch.
    private(set) var end: Int64
    private var zeros: ZeroAhead
    private var line: ByteBuffer

    /// Creates the file under its temporary name, which recovery does not read.
    init(
        _ files: any FileSystem,
        directory: String,
        _ header: FileHeader,
        zeroSteps: ClosedRange<Int>
    ) throws(StoreError) {
        let newPath = StoreFileName(.journal, header.number, .new).path(in: directory)
        let file = try StoreFile(files, newPath, [.read, .write, .create, .truncate])
        var line = ByteBuffer(minimumCapacity: StoreFormat.maxLineLength)
        header.append(to: &line)
        try line.withBytes { (bytes) throws(StoreError) in try file.write(bytes, at: 0) }
        identity = try file.identity()
        self.file = file
        self.newPath = newPath
        name = header.name
        path = header.name.path(in: directory)
        end = Int64(line.count)
        zeros = ZeroAhead(end: end, steps: zeroSteps)
        self.line = line
    }

    /// Flushes the content and the metadata, such as the mode; then the file can be renamed to its final name.
    func sync() throws(StoreError) { try file.sync() }

    /// Notes that the file has its final name.
    mutating func wasPublished() { file.path = path }

    /// Writes a batch, with one system call if possible.
    mutating func write(_ frame: FrameLine, records: Span<UInt8>) throws(StoreError) {
        line.removeAll()
        frame.append(to: &line, records: records)
        try line.withBytes { (line) throws(StoreError) in try file.write(line, records, at: end) }
        end += Int64(line.count + records.count)
    }

    /// Flushes all batches.
    func flush() throws(StoreError) { try file.syncData() }

    /// Whether it is time to write zeros ahead.
    var wantsRoom: Bool { zeros.wantsMore(at: end) }

    /// Writes zeros ahead and returns whether there is something to flush; a full disk is not an error here.
    mutating func makeRoom() -> Bool { zeros.extend(file, beyond: end) }

    /// Removes the zeros after the last batch.
    func cut() throws(StoreError) { try file.truncate(to: end) }
}

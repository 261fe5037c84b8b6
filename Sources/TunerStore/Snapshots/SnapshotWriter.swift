internal import JSONCore
package import SystemCore

/// A writer of one snapshot, chunk by chunk, so that it needs little memory for a state of any size.
///
/// The file has a temporary name until `finish` renames it.
package struct SnapshotWriter: ~Copyable {
    private let files: any FileSystem
    private let directory: String
    private let header: FileHeader
    private let file: StoreFile
    private let isCancelled: @Sendable () -> Bool
    private let chunkSize: Int
    private var line: ByteBuffer
    private var chunk: ByteBuffer
    private var chunkRecords = 0
    private var chunks = 0
    private var end: Int64 = 0
    private var syncedEnd: Int64 = 0

    /// The number of bytes that are collected before they are written with a checksum.
    package static let usualChunk = 256 << 10
    /// The number of bytes between two flushes.
    ///
    /// Regular flushes leave little for the last one, so the journal on the same disk waits less.
    private static let bytesBetweenFlushes: Int64 = 4 << 20

    package init(
        _ files: any FileSystem,
        directory: String,
        _ header: FileHeader,
        chunk: Int = usualChunk,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(SnapshotFailure) {
        let newPath = StoreFileName(.snapshot, header.number, .new).path(in: directory)
        let file = try Self.attempt { () throws(StoreError) in
            try StoreFile(files, newPath, [.write, .create, .truncate])
        }
        self.file = file
        self.files = files
        self.directory = directory
        self.header = header
        self.isCancelled = isCancelled
        chunkSize = chunk
        line = ByteBuffer()
        self.chunk = ByteBuffer(minimumCapacity: chunk)
        header.append(to: &line)
    }

    private static func attempt<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(SnapshotFailure) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .failed(error)
        }
    }

    /// Appends one record, a line without its newline.
    package mutating func append(_ record: Span<UInt8>) throws(SnapshotFailure) {
        chunk.append(record)
        chunk.append(UInt8(ascii: "\n"))
        chunkRecords += 1
        if chunk.count >= chunkSize { try writeChunk() }
    }

    private mutating func writeChunk() throws(SnapshotFailure) {
        guard !isCancelled() else { throw .cancelled }
        if chunkRecords > 0 {
            chunks += 1
            let frame = FrameLine.batch(
                number: chunks,
                flushed: chunks - 1,
                records: chunkRecords,
                bytes: chunk.count
            )
            chunk.withBytes { frame.append(to: &line, records: $0) }
        }
        try write()
        chunkRecords = 0
        guard end - syncedEnd >= Self.bytesBetweenFlushes else { return }
        syncedEnd = end
        try Self.attempt { () throws(StoreError) in try file.syncData() }
    }

    private mutating func write() throws(SnapshotFailure) {
        let count = line.count + chunk.count
        do throws(StoreError) {
            try line.withBytes { (line) throws(StoreError) in
                try chunk.withBytes { (chunk) throws(StoreError) in try file.write(line, chunk, at: end) }
            }
        } catch {
            throw .failed(error)
        }
        end += Int64(count)
        line.removeAll()
        chunk.removeAll()
    }

    /// Ends the file, renames it to its final name, and removes the files that it replaces.
    ///
    /// If such a file cannot be removed, the snapshot is complete all the same. The next snapshot or the next start
    /// tries to remove the file again.
    package mutating func finish() throws(SnapshotFailure) -> FinishedSnapshot {
        try writeChunk()
        let nothing: [UInt8] = []
        FrameLine.end(after: chunks).append(to: &line, records: nothing.span)
        try write()
        do throws(StoreError) {
            try file.sync()
            try StoreDirectory.put(files, directory, file.path, inPlaceAs: header.name.path(in: directory))
        } catch {
            throw .failed(error)
        }
        do throws(StoreError) {
            try StoreDirectory.removeReplaced(files, directory, by: header.number)
            return FinishedSnapshot(bytes: end)
        } catch {
            return FinishedSnapshot(bytes: end, leftover: error)
        }
    }

    /// Removes the unfinished file.
    package func abandon() {
        // If this fails, the next start removes the file.
        try? files.removeFile(file.path)
    }
}

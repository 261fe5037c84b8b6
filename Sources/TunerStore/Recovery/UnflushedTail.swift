internal import JSONCore
internal import SystemCore

/// The batches at the end of a journal that no later frame reports as flushed.
struct UnflushedTail {
    private var batches: [(number: Int, offset: Int64)] = []
    /// The index in `batches` of the first batch that is not known to be on disk.
    private var first = 0
    private var end: Int64 = 0

    /// Adds a batch; `flushed` is the last batch that was on disk when the added one was written.
    mutating func note(_ number: Int, at range: Range<Int64>, flushed: Int) {
        if let last = batches.last, last.number <= flushed {
            // The usual case if every batch is flushed on its own.
            batches.removeAll(keepingCapacity: true)
            first = 0
        }
        while first < batches.count, batches[first].number <= flushed {
            first += 1
        }
        batches.append((number, range.lowerBound))
        end = range.upperBound
    }

    /// Reads the batches again; if they are too many to keep in memory, flushes the file and returns none.
    func read(_ files: any FileSystem, _ path: String) throws(StoreError) -> [UnflushedBatch] {
        guard first < batches.count, case let start = batches[first].offset else { return [] }
        let file = try StoreFile(files, path, .read)
        guard end - start <= 2 * Journal.maxUnflushed else {
            try file.syncData()
            return []
        }
        var bytes = ByteBuffer()
        let count = Int(end - start)
        try unsafe bytes.fill(atLeast: count) { (memory) throws(StoreError) in
            try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<count]), at: start)
        }
        return bytes.withBytes { bytes in
            var batches: [UnflushedBatch] = []
            var position = 0
            while case .batch(_, _, let count, let length)? = FrameLine.read(bytes, at: position)?.line {
                let first = ByteSearch.newline(in: bytes, from: position) + 1
                guard first + length <= bytes.count else { break }
                position = first + length
                batches.append(UnflushedBatch(records: [UInt8](bytes, in: first..<position), count: count))
            }
            return batches
        }
    }
}

internal import JSONCore
internal import SystemCore

/// The batches at the end of a journal that no later frame reports as flushed.
struct UnflushedTail {
    private var places: [(number: Int, offset: Int64)] = []
    /// The index in `places` of the first batch that is not known to be on disk.
    private var first = 0
    private var end: Int64 = 0

    /// Adds a batch; `flushed` is the last batch that was on disk when the added one was written.
    mutating func note(_ number: Int, at place: Range<Int64>, flushed: Int) {
        if let last = places.last, last.number <= flushed {
            // The usual case if every batch is flushed on its own.
            places.removeAll(keepingCapacity: true)
            first = 0
        }
        while first < places.count, places[first].number <= flushed {
            first += 1
        }
        places.append((number, place.lowerBound))
        end = place.upperBound
    }

    /// Reads the batches again; if they are too many to keep in memory, flushes the file and returns none.
    func read(_ files: any FileSystem, _ path: String) throws(StoreError) -> [UnflushedBatch] {
        guard first < places.count, case let start = places[first].offset else { return [] }
        let file = try StoreFile(files, path, .read)
        guard end - start <= 2 * Journal.mostUnflushed else {
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
            var place = 0
            while case .batch(_, _, let count, let length)? = FrameLine.read(bytes, at: place)?.line {
                let first = ByteSearch.newline(in: bytes, from: place) + 1
                guard first + length <= bytes.count else { break }
                place = first + length
                batches.append(UnflushedBatch(records: [UInt8](bytes, in: first..<place), count: count))
            }
            return batches
        }
    }
}

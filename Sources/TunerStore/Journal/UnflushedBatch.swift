/// A committed batch that is not known to be on disk, kept so that a new file can contain it again.
struct UnflushedBatch: Hashable, Sendable {
    let records: [UInt8]
    let count: Int
}

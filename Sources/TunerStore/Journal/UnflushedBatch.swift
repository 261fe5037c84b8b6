/// A batch that counts and is not known to be on disk, kept so that it can be written once more.
struct UnflushedBatch: Hashable, Sendable {
    let records: [UInt8]
    let count: Int
}

/// The result of work that was given to a ``FlushThread``.
package enum FlushOutcome: Hashable, Sendable {
    /// All records up to this ticket are committed.
    case written(through: Int, batch: Int, size: JournalSize)
    /// Writing failed: all records up to this ticket without another outcome are dropped.
    ///
    /// If `isCertain` is false, a crash before the next `renewed` may bring the last batch back.
    case failed(through: Int, StoreError, isCertain: Bool)
    /// A new journal began after this ticket; `FileHeader` is the first line of the snapshot to write.
    case rotated(FileHeader, after: Int)
    case notRotated(StoreError)
    /// The journal failed and no submitted work failed with it, or a new file cannot be begun yet.
    case trouble(StoreError)
    /// A new file was begun after a failure: the journal takes batches again, and no dropped batch can come back.
    case renewed(journal: Int)
    /// The journal was closed and its end is on disk, unless there is an error.
    case closed(StoreError?)
}

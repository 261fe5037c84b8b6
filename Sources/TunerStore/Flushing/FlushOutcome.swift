/// What became of what was given to a `FlushThread`.
package enum FlushOutcome: Hashable, Sendable {
    /// All up to this ticket counts.
    case written(through: Int, batch: Int, size: JournalSize)
    /// All up to this ticket of which nothing else was said does not count; unless it is certain, a crash before the
    /// journal is renewed may bring the last batch back.
    case failed(through: Int, StoreError, isCertain: Bool)
    /// A new journal has begun behind this ticket, for a snapshot with this first line.
    case rotated(FileHeader, after: Int)
    case notRotated(StoreError)
    /// Nothing that anyone waits for: the journal failed by itself, or could not be renewed yet.
    case trouble(StoreError)
    /// After a failure it is certain again what counts, and batches are taken.
    case renewed(journal: Int)
    /// The orderly end is on disk, or why not.
    case closed(StoreError?)
}

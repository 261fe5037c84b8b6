/// Why there is no snapshot; the one before, and the journals since, are as they were.
package enum SnapshotFailure: Error, Hashable, Sendable {
    /// Someone wanted it no longer.
    case cancelled
    case failed(StoreError)
}

/// The reason why writing a snapshot failed.
///
/// The state on disk is complete all the same. The new snapshot may even be in place, if only the flush of its name failed.
package enum SnapshotFailure: Error, Hashable, Sendable {
    case cancelled
    case failed(StoreError)
}

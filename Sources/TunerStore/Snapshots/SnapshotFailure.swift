/// The reason why writing a snapshot failed.
///
/// The state on disk is complete all the same. The new snapshot may even be in place, if the failure came after the
/// rename.
package enum SnapshotFailure: Error, Hashable, Sendable {
    case cancelled
    case failed(StoreError)
}

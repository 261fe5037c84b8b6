/// The reason why a snapshot was not written; the previous snapshot and the journals since are unchanged.
package enum SnapshotFailure: Error, Hashable, Sendable {
    case cancelled
    case failed(StoreError)
}

/// A snapshot that is on disk under its final name.
package struct FinishedSnapshot: Hashable, Sendable {
    package let bytes: Int64
    /// The reason why a file that the snapshot replaces is still there; nil if none is there.
    package var leftover: StoreError?
}

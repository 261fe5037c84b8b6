/// A snapshot of a thread, stored on that thread's stack.
@safe
struct SnapshotFrame {
    /// The newest publication in the snapshot.
    let version: UInt64
    /// The identity of the store, used only to compare.
    let store: ObjectIdentifier
    /// The enclosing snapshot on this thread, which is of another store.
    var outer: UnsafePointer<SnapshotFrame>?

    init(_ version: UInt64, of store: CellStore, outer: UnsafePointer<SnapshotFrame>?) {
        self.version = version
        self.store = ObjectIdentifier(store)
        unsafe self.outer = outer
    }
}

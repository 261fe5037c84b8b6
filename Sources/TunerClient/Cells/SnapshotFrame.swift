/// A snapshot that a thread looks at; it stands on that thread's stack.
@safe
struct SnapshotFrame {
    /// The last publication that it shows.
    let version: UInt64
    /// Whose values it shows, compared and not used.
    let store: ObjectIdentifier
    /// The one that the thread began before, of other values.
    let outer: UnsafePointer<SnapshotFrame>?

    init(_ version: UInt64, of store: Store, outer: UnsafePointer<SnapshotFrame>?) {
        self.version = version
        self.store = ObjectIdentifier(store)
        unsafe self.outer = outer
    }
}

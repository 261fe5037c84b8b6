/// When a batch counts as written.
package enum Durability: String, Hashable, Sendable, CaseIterable {
    /// When it is on disk.
    case sync
    /// At once; it is on disk within a second.
    case relaxed
    /// At once; it is on disk when the system likes.
    case none
}

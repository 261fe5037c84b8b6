/// The moment at which a batch is committed, relative to its flush.
package enum Durability: String, Hashable, Sendable, CaseIterable {
    /// A batch is committed after its flush.
    case sync
    /// A batch is committed at once and flushed within a second.
    case relaxed
    /// A batch is committed at once; the operating system decides when to flush it.
    case none
}

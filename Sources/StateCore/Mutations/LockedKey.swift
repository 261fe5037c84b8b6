package import TunableEngine

/// A key that nobody may write.
package struct LockedKey: Equatable, Sendable {
    /// The key.
    package let key: Key
    /// The layer that locks the key; none where the key is declared read-only.
    package let layer: String?
}

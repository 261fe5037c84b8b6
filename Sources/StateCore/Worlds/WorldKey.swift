package import TunableEngine

/// A key in a world.
package struct WorldKey: Hashable, Sendable {
    /// The world's identity.
    package let world: String
    /// The key.
    package let key: Key
}

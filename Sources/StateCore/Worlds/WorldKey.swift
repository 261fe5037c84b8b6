package import TunableEngine

package struct WorldKey: Hashable, Sendable {
    /// The world's identity.
    package let world: String
    package let key: Key
}

/// A private overlay of values and flags that only its members see.
///
/// It exists in memory only.
package struct World: Sendable {
    /// The client that created the world.
    package let actor: Actor
    /// The values that its members set.
    package internal(set) var values = KeyMap<LocalValue>()
    /// The overrides of flags that its members set.
    package internal(set) var flags = KeyMap<StoredOverride>()
}

/// A private overlay of values and flags that only its members see.
///
/// It exists in memory only.
package struct World: Sendable {
    /// The client that created the world.
    package internal(set) var actor: Actor
    /// What the world proposes; nil for a world that clients use.
    package internal(set) var proposal: WorldProposal?
    /// The values that its members set.
    package internal(set) var values = KeyMap<LocalValue>()
    /// The overrides of flags that its members set.
    package internal(set) var flags = KeyMap<StoredOverride>()
}

extension KeyMap<World> {
    /// The world with an identity; nil if there is none.
    subscript(id: String) -> World? { value(of: id.utf8.span) }
}

/// A private overlay that only its members see; it lives in memory alone.
package struct World: Sendable {
    /// Who made it.
    package let actor: Actor
    /// What its members set.
    package internal(set) var values = KeyMap<LocalValue>()
    /// What its members force flags to be.
    package internal(set) var flags = KeyMap<ForcedFlag>()
}

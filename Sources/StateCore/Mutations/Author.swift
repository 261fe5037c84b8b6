/// Who asks for a change, and in which world.
package struct Author: Sendable {
    /// Who, as history tells.
    package let actor: Actor
    /// Whether the client itself said its name.
    package let isNamed: Bool
    /// The world that it joined.
    package let world: String?

    /// Names who asks.
    package init(actor: Actor, isNamed: Bool = false, world: String? = nil) {
        self.actor = actor
        self.isNamed = isNamed
        self.world = world
    }
}

/// The client that requests a mutation, and its world.
package struct Author: Sendable {
    /// The client as the history names it.
    package let actor: Actor
    /// Whether the client sent its own name.
    package let isNamed: Bool
    /// The identity of the client's world; nil if the client is in none.
    package let world: String?

    package init(actor: Actor, isNamed: Bool = false, world: String? = nil) {
        self.actor = actor
        self.isNamed = isNamed
        self.world = world
    }

    /// Returns whether the author may change a declaration of an actor without `replace`.
    func mayReplace(_ declarer: Actor, isNamed: Bool) -> Bool {
        self.isNamed && isNamed && actor.isSame(as: declarer)
    }
}

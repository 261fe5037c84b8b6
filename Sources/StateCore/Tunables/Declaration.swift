package import TunableEngine

/// What a program said that a tunable may be.
package struct Declaration: Equatable, Sendable {
    /// What it may be.
    package let spec: Spec
    /// Who said so.
    package let actor: Actor
    /// Whether the actor's name was said by the client itself, so that it may change its mind under that name.
    package let isNamed: Bool

    /// Notes who declared what.
    package init(spec: Spec, actor: Actor, isNamed: Bool) {
        self.spec = spec
        self.actor = actor
        self.isNamed = isNamed
    }
}

package import TunableEngine

/// What a program said that a tunable may be.
///
/// It is a class because each write copies it: a copy is one word.
package final class Declaration: Equatable, Sendable {
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

    /// Whether the same actor declared the same.
    package static func == (left: Declaration, right: Declaration) -> Bool {
        left === right || left.spec == right.spec && left.actor == right.actor && left.isNamed == right.isNamed
    }
}

package import TunableEngine

/// A client's declaration of a tunable.
///
/// It is a class because each write copies the declaration: the copy of a reference is one word.
package final class TunableDeclaration: Equatable, Sendable {
    package let spec: Spec
    /// The client that declared the tunable.
    package let actor: Actor
    /// Whether the client sent its own name.
    ///
    /// Only then may a client of that name change the declaration without `replace`.
    package let isNamed: Bool

    package init(spec: Spec, actor: Actor, isNamed: Bool) {
        self.spec = spec
        self.actor = actor
        self.isNamed = isNamed
    }

    /// Returns whether both declarations have equal specs and actors.
    package static func == (left: TunableDeclaration, right: TunableDeclaration) -> Bool {
        left === right || left.spec == right.spec && left.actor == right.actor && left.isNamed == right.isNamed
    }
}

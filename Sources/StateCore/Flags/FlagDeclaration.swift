package import FlagEngine

/// A client's declaration of a flag.
package final class FlagDeclaration: Equatable, Sendable {
    /// The declaration as a definition.
    package let definition: FlagDefinition
    /// The client that declared the flag.
    package let actor: Actor
    /// Whether the client sent its own name.
    ///
    /// Only then may a client of that name change the declaration without `replace`.
    package let isNamed: Bool

    package init(definition: FlagDefinition, actor: Actor, isNamed: Bool) {
        self.definition = definition
        self.actor = actor
        self.isNamed = isNamed
    }

    /// Returns whether both declarations have equal definitions and actors.
    package static func == (left: FlagDeclaration, right: FlagDeclaration) -> Bool {
        left === right
            || left.definition == right.definition && left.actor == right.actor && left.isNamed == right.isNamed
    }
}

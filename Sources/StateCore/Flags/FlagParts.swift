package import FlagEngine

/// What clients have stored for a flag outside every world.
package struct FlagParts: Sendable {
    /// The definition that a user set.
    package var local: FlagDefinition?
    /// The declaration of a program.
    package var declared: FlagDeclaration?
    /// The override.
    package var override: StoredOverride?

    var isEmpty: Bool { local == nil && declared == nil && override == nil }

    package init(local: FlagDefinition? = nil, declared: FlagDeclaration? = nil, override: StoredOverride? = nil) {
        self.local = local
        self.declared = declared
        self.override = override
    }
}

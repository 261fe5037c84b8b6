package import FlagEngine

/// The part of a flag that is shared outside worlds.
///
/// It is an immutable object, so that copying it is cheap.
package final class StoredFlag: Sendable {
    /// The effective definition; nil if only an override is left.
    package let definition: FlagDefinition?
    /// The origin of ``definition``.
    package let origin: Origin
    /// What clients have stored, of which ``definition`` may be a part.
    package let parts: FlagParts
    /// Whether the kill switch selects the default variant.
    package let isLimited: Bool

    init(
        definition: FlagDefinition?,
        origin: Origin,
        parts: FlagParts = FlagParts(),
        isLimited: Bool = false
    ) {
        self.definition = definition
        self.origin = origin
        self.parts = parts
        self.isLimited = isLimited
    }

    /// The definition that a user set.
    package var local: FlagDefinition? { parts.local }

    /// The declaration of a program.
    package var declared: FlagDeclaration? { parts.declared }

    /// The override outside every world.
    package var override: StoredOverride? { parts.override }

    /// Whether there is an override outside every world.
    var isOverridden: Bool { parts.override != nil }

    /// Returns whether both flags evaluate equally.
    ///
    /// It compares the definitions by identity.
    func counts(as other: StoredFlag) -> Bool {
        definition === other.definition && origin == other.origin && override == other.override
            && isLimited == other.isLimited
    }
}

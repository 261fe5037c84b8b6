package import FlagEngine

/// The part of a flag that is shared outside worlds.
///
/// It is an immutable object, so that copying it is cheap.
package final class StoredFlag: Sendable {
    /// The effective definition; nil if only an override is left.
    package let definition: FlagDefinition?
    /// The origin of ``definition``.
    package let origin: Origin
    /// What clients have stored; nil for nothing, as for most flags of a file, because it is large.
    private let stored: Stored?
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
        stored = parts.isEmpty ? nil : Stored(parts)
        self.isLimited = isLimited
    }

    private final class Stored: Sendable {
        let parts: FlagParts

        init(_ parts: FlagParts) { self.parts = parts }
    }

    /// What clients have stored, of which ``definition`` may be a part.
    package var parts: FlagParts { stored?.parts ?? FlagParts() }

    /// The definition that a user set.
    package var local: FlagDefinition? { stored?.parts.local }

    /// The declaration of a program.
    package var declared: FlagDeclaration? { stored?.parts.declared }

    /// The override outside every world.
    package var override: StoredOverride? { stored?.parts.override }

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

package import FlagEngine

/// The part of a flag that is shared outside worlds.
///
/// It is an immutable object, so that copying it is cheap.
package final class StoredFlag: Sendable {
    /// The effective definition; nil if only an override is left.
    package let definition: FlagDefinition?
    /// The origin of ``definition``.
    package let origin: Origin
    /// The definition that a user set.
    package let local: FlagDefinition?
    /// The override outside every world.
    package let forced: ForcedFlag?
    /// Whether the kill switch selects the default variant.
    package let isLimited: Bool

    init(
        definition: FlagDefinition?,
        origin: Origin,
        local: FlagDefinition? = nil,
        forced: ForcedFlag? = nil,
        isLimited: Bool = false
    ) {
        self.definition = definition
        self.origin = origin
        self.local = local
        self.forced = forced
        self.isLimited = isLimited
    }

    /// Returns whether both flags evaluate equally.
    ///
    /// It compares the definitions by identity.
    func counts(as other: StoredFlag) -> Bool {
        definition === other.definition && origin == other.origin && forced == other.forced
            && isLimited == other.isLimited
    }
}

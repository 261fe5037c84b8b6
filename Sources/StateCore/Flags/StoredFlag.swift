package import FlagEngine

/// What all share of one flag, unchanging behind one reference.
package final class StoredFlag: Sendable {
    /// The definition that counts; none where there is only something left that was forced.
    package let definition: FlagDefinition?
    /// Where that definition comes from.
    package let origin: Origin
    /// What was defined for all.
    package let local: FlagDefinition?
    /// What it was forced to be for all.
    package let forced: ForcedFlag?
    /// Whether a kill switch says that it takes its default variant.
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

    /// Whether both come to the same for everybody.
    func counts(as other: StoredFlag) -> Bool {
        definition === other.definition && origin == other.origin && forced == other.forced
            && isLimited == other.isLimited
    }
}

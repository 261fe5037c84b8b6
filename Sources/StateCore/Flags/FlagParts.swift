package import FlagEngine

/// What clients have stored for a flag outside every world.
package struct FlagParts: Sendable {
    /// The definition that a user set.
    package var local: FlagDefinition?
    /// The override.
    package var forced: ForcedFlag?

    package init(local: FlagDefinition? = nil, forced: ForcedFlag? = nil) {
        self.local = local
        self.forced = forced
    }
}

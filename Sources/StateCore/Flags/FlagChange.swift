package import FlagEngine

/// What became of what all share of one flag: what it comes to for whom is found out by who wants to know.
package struct FlagChange: Sendable {
    /// Whose.
    package let key: FlagKey
    /// What it was.
    package let old: StoredFlag?
    /// What it is.
    package let new: StoredFlag?
}

/// What became of what a world forces a flag to be.
package struct WorldFlagChange: Sendable {
    /// The world's identity.
    package let world: String
    /// Whose.
    package let key: FlagKey
    /// What the flag was forced to be.
    package let old: ForcedFlag?
    /// What it is forced to be.
    package let new: ForcedFlag?
}

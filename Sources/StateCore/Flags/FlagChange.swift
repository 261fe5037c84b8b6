package import FlagEngine

/// A change of the shared part of one flag.
///
/// Its evaluations may still be equal. The daemon evaluates the flag for each subscriber to find out.
package struct FlagChange: Sendable {
    package let key: FlagKey
    package let old: StoredFlag?
    package let new: StoredFlag?

    package init(key: FlagKey, old: StoredFlag?, new: StoredFlag?) {
        self.key = key
        self.old = old
        self.new = new
    }
}

/// A change of the override of a flag in a world.
package struct WorldFlagChange: Sendable {
    /// The world's identity.
    package let world: String
    package let key: FlagKey
    package let old: StoredOverride?
    package let new: StoredOverride?
}

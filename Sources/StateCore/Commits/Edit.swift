package import FlagEngine
package import TunableEngine

/// The smallest change of what is stored; a commit is a list of them, and so is its record on disk.
package enum Edit: Equatable, Sendable {
    /// What was set for all, or that nothing is any more.
    case local(Key, LocalValue?)
    /// What a key was declared to be, or that it is not any more.
    case declaration(Key, Declaration?)
    /// What a flag was defined to be for all, or that it is not any more.
    case definition(FlagKey, FlagDefinition?)
    /// What a flag is forced to be for all, or that it is not any more.
    case forced(FlagKey, ForcedFlag?)
    /// A layer as it was put, or that it is gone.
    case layer(String, Layer?)
    /// The names of the layers that count, the first first.
    case activation([String])
    /// Everything that is limited by hand.
    case limits([ManualLimit])
    /// Patterns that limit no more by hand, and those that limit since.
    case limit(removed: KeyPatterns, added: ManualLimit?)
    /// Commits that were taken back.
    case undone([Int64])
    /// Commits that were taken back and count again.
    case redone([Int64])
}

extension Layer: Equatable {
    /// Layers are equal when they were put with the same content.
    package static func == (left: Layer, right: Layer) -> Bool { left.hasSameContent(as: right) }
}

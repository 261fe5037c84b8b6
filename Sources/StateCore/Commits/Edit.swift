package import FlagEngine
package import TunableEngine

/// The smallest change of what is stored.
///
/// A commit is a list of edits, and so is its journal record.
package enum Edit: Equatable, Sendable {
    /// The new local value of a key; nil removes the value.
    case local(Key, LocalValue?)
    /// The new declaration of a key; nil removes the declaration.
    case declaration(Key, TunableDeclaration?)
    /// The new local definition of a flag; nil removes the definition.
    case definition(FlagKey, FlagDefinition?)
    /// The new declaration of a flag; nil removes the declaration.
    case flagDeclaration(FlagKey, FlagDeclaration?)
    /// The new override of a flag outside every world; nil removes the override.
    case override(FlagKey, StoredOverride?)
    /// The new content of a layer; nil removes the layer.
    case layer(String, Layer?)
    /// The names of all active layers, in order of precedence.
    case activation([String])
    /// All kill switch entries that users set.
    case killSwitch([KillSwitchEntry])
    /// The kill switch patterns that are removed, and the entry that is added.
    case killSwitchEntry(removed: KeyPatterns, added: KillSwitchEntry?)
    /// The revisions of commits that are undone.
    case undone([Int64])
    /// The revisions of undone commits that are redone.
    case redone([Int64])
    /// A try that begins with the changes of the commit.
    case beginTry(PendingTry)
    /// The end of a pending try.
    case endTry(TryEnd)
}

extension Edit {
    /// The tunable or flag whose local value or override the edit stores or removes.
    var subject: Subject? {
        switch self {
        case .local(let key, _): .tunable(key)
        case .override(let key, _): .flag(key)
        default: nil
        }
    }
}

extension Layer: Equatable {
    /// Returns whether both layers were put with equal content and have the same end.
    package static func == (left: Layer, right: Layer) -> Bool {
        left.hasSameContent(as: right) && left.ending == right.ending
    }
}

import FlagEngine
import TunableEngine

/// The smallest change of a world.
///
/// It makes no commit, because worlds exist in memory only.
enum WorldEdit {
    case create(String, Actor)
    /// A new world with the contents of another one, which it proposes.
    case copy(String, to: String, Actor, WorldProposal)
    case drop(String)
    /// The new value of a key in a world; nil removes the value.
    case value(String, Key, LocalValue?)
    /// The new override of a flag in a world; nil removes the override.
    case override(String, FlagKey, StoredOverride?)
}

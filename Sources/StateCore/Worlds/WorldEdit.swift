import FlagEngine
import TunableEngine

/// The smallest change of a world; no commit, for a world lives in memory alone.
enum WorldEdit {
    case create(String, Actor)
    case drop(String)
    /// What was set in a world, or that nothing is any more.
    case value(String, Key, LocalValue?)
    /// What a flag was forced to be in a world, or that it is not any more.
    case forced(String, FlagKey, ForcedFlag?)
}

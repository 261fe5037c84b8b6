import FlagEngine
import JSONCore
import TunableEngine

/// The whole state of the daemon, as a value.
///
/// A copy shares its memory with the original, so it is cheap. Later changes of the original do not affect the copy.
package struct State: Sendable {
    /// The limits and the strictness that the daemon was started with.
    package let rules: StateRules
    /// The random name of this state, replaced when the state was lost or replaced.
    package var epoch: String
    /// The revision of the last commit.
    package internal(set) var revision: Int64 = 0
    /// The tunables outside every world, by key.
    var tunables = TunableMap()
    /// The flags outside every world, by key: every flag that is defined anywhere or has an override.
    ///
    /// It is nil while no flag differs from the built-in flags. ``flags`` then returns the built-in flags.
    var knownFlags: KeyMap<StoredFlag>?
    /// The number of flags that have a definition, without the built-in flags.
    package internal(set) var flagCount = 0
    /// The definitions of the flags file that the daemon was started with.
    ///
    /// They are not stored with the state.
    var fileFlags = FlagSet()
    /// The layers by name, including the inactive ones.
    ///
    /// Only `State.store(_:named:)` and `StateBuilder` may change them, because the index must follow.
    var layers: [String: Layer] = [:]
    /// The active layers and the kill switch entries, which decide the value of each key together with what is stored
    /// for it.
    ///
    /// Only `State+StoredLayers.swift` and the setter of ``killSwitch`` may change it.
    var resolver = Resolver()
    /// The layers of each key; nil if there are few layers.
    var layerIndex: LayerIndex?
    package internal(set) var history: History
    /// The ends of all temporary values and overrides.
    var deadlines = Deadlines()
    /// The pending tries by identity.
    var tries: [Int64: PendingTry] = [:]
    /// The worlds by identity.
    ///
    /// A dictionary would be copied as a whole by the first change of each step.
    var worlds = KeyMap<World>()

    /// The active layers, in order of precedence.
    var active: [Layer] { resolver.active }

    /// The kill switch entries that users set, as opposed to those of layers.
    package internal(set) var killSwitch: [KillSwitchEntry] {
        get { resolver.killSwitch }
        set { resolver = Resolver(active: active, killSwitch: newValue, index: layerIndex) }
    }

    /// Raises the revision to at least `revision`, so that none up to it is used again.
    ///
    /// The commits of those revisions may be gone.
    package mutating func keepRevisions(through revision: Int64) {
        self.revision = max(self.revision, revision)
    }

    /// Raises the revision far beyond those that lost commits may have used.
    package mutating func skipRevisions() {
        revision += State.skippedRevisions
    }

    /// More than the number of commits in one batch.
    private static let skippedRevisions: Int64 = 1_000_000

    /// Creates an empty state.
    package init(epoch: String, rules: StateRules = StateRules()) {
        self.epoch = epoch
        self.rules = rules
        history = History(limits: rules.history)
    }
}

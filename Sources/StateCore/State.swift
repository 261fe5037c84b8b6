import FlagEngine
import JSONCore
import TunableEngine

/// Everything the daemon owns, as a value: a copy costs nothing to speak of and stays as it is.
package struct State: Sendable {
    /// What the daemon was told to allow.
    package let rules: StateRules
    /// Names this state; another one after it was lost or replaced.
    package var epoch: String
    /// The last commit.
    package internal(set) var revision: Int64 = 0
    /// What all share, by key.
    var tunables = TunableMap()
    /// What all share of flags, by key: every flag that any place defines, or that was forced; none while those are as they
    /// are built in, which are read when somebody asks.
    var knownFlags: KeyMap<StoredFlag>?
    /// How many of them have a definition, beyond those that are built in.
    package internal(set) var flagCount = 0
    /// The definitions of the file that the daemon was started with; no part of what is kept.
    var fileFlags = FlagSet()
    /// By name.
    var layers: [String: Layer] = [:]
    /// What decides the value of each key, beside what is stored for the key.
    private(set) var resolver = Resolver()
    /// What happened last.
    package internal(set) var history: History
    /// When which overrides end.
    var deadlines = Deadlines()
    /// By identity.
    var worlds: [String: World] = [:]

    /// The layers that count, the first first.
    var active: [Layer] {
        get { resolver.active }
        set { resolver = Resolver(active: newValue, limits: limits) }
    }

    /// What is limited by hand.
    package internal(set) var limits: [ManualLimit] {
        get { resolver.limits }
        set { resolver = Resolver(active: active, limits: newValue) }
    }

    /// Gives no revision up to this one again, whether commits of them are left or not.
    package mutating func keepRevisions(through revision: Int64) {
        self.revision = max(self.revision, revision)
    }

    /// Goes on well beyond the revisions that commits of which nothing is left may have been given.
    package mutating func skipRevisions() {
        revision += State.skippedRevisions
    }

    /// More than a batch can have held.
    private static let skippedRevisions: Int64 = 1_000_000

    /// A state in which nothing ever happened.
    package init(epoch: String, rules: StateRules = StateRules()) {
        self.epoch = epoch
        self.rules = rules
        history = History(limits: rules.history)
    }
}

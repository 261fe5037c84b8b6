package import FlagEngine
import JSONCore
package import TunableEngine

/// Puts a state together from what a snapshot holds, in the order in which it stands there: layers, then tunables by
/// their keys' bytes and flags, then commits from the oldest on.
package struct StateBuilder: ~Copyable {
    private var state: State
    private let activeNames: [String]
    private var tunables = KeyMapBuilder<StoredTunable>()

    /// Begins with what is not a layer, a tunable or a commit.
    package init(rules: StateRules, revision: Int64, limits: [ManualLimit], activeNames: [String]) {
        state = State(epoch: "", rules: rules)
        state.revision = revision
        state.limits = limits
        self.activeNames = activeNames
    }

    /// Adds a layer.
    package mutating func add(_ layer: Layer) {
        state.layers[layer.name] = layer
        state.active = activeNames.compactMap { state.layers[$0] }
    }

    /// Adds a tunable; `false`, and nothing done, when its key does not come behind the one before it.
    package mutating func add(
        _ key: Key,
        _ declaration: Declaration?,
        _ local: LocalValue?,
        revision: Int64
    ) -> Bool {
        let bytes = key.text.utf8.span
        let declaration = BuiltInTunables.tunable(bytes)?.declaration ?? declaration
        var write = TunableWrite(revision: revision, isExact: true, declaration: declaration)
        write.local = local
        guard let tunable = write.result(for: bytes, state.resolver) else { return true }
        guard tunables.append(tunable, for: bytes) else { return false }
        state.deadlines.replace(nil, by: local?.override?.end, in: .init(subject: .tunable(key), world: nil))
        return true
    }

    /// Adds what was defined of a flag for all, and what it is forced to be.
    package mutating func add(_ key: FlagKey, _ definition: FlagDefinition?, _ forced: ForcedFlag?) {
        var changes = FlagChanges()
        state.settle(key, local: definition, forced: forced, &changes)
    }

    /// Adds a commit.
    package mutating func add(_ commit: Commit) {
        state.history.append(commit.remembered)
    }

    /// Notes that a commit was taken back.
    package mutating func mark(_ revision: Int64, undoneBy commit: Int64) {
        state.history.mark([revision], undoneBy: commit)
    }

    /// Looks at the flags that others define than who sets them: what is limited was not known to the built-in ones.
    private mutating func settleFlags() {
        var keys = state.active.flatMap { Array($0.flags.keys) }
        if !state.limits.isEmpty {
            keys += BuiltInFlags.all.keys
        }
        for key in keys {
            let known = state.flag(key)
            add(key, known?.local, known?.forced)
        }
    }

    /// The state.
    package consuming func finish() -> State {
        settleFlags()
        state.tunables = TunableMap(tunables.finish())
        state.settleBuiltIns()
        return state
    }
}

extension State {
    /// Notes which built-in tunables are not as they are built in though nothing was noted of them: what was written down may
    /// be older than they are.
    fileprivate mutating func settleBuiltIns() {
        guard !limits.isEmpty || !active.isEmpty else { return }
        BuiltInTunables.all.forEachInOrder { key, builtIn in
            let resolution = resolver.resolve(key, builtIn.declaration, local: nil, world: nil)
            if resolution != builtIn.resolution, !tunables.entries.contains(key) {
                recompute(Key(known: key), revision: 0, isExact: true)
            }
        }
    }
}

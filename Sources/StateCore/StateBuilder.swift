package import FlagEngine
import JSONCore
package import TunableEngine

/// Builds a state from a snapshot.
///
/// Its parts are added in the order of the snapshot: layers, then tunables in byte order and flags, then commits from
/// the oldest.
package struct StateBuilder: ~Copyable {
    private var state: State
    private let activeNames: [String]
    private var hasAllLayers = false
    private var tunables = KeyMapBuilder<StoredTunable>()

    /// Creates a builder with the parts of the snapshot that are not layers, tunables, flags or commits.
    package init(rules: StateRules, revision: Int64, killSwitch: [KillSwitchEntry], activeNames: [String]) {
        state = State(epoch: "", rules: rules)
        state.revision = revision
        state.killSwitch = killSwitch
        self.activeNames = activeNames
    }

    package mutating func add(_ layer: Layer) {
        state.layers[layer.name] = layer
    }

    /// Activates the layers, when the first part after them is added or the snapshot ends.
    private mutating func activateLayers() {
        guard !hasAllLayers else { return }
        hasAllLayers = true
        state.beginActive(activeNames.compactMap { state.layers[$0] })
    }

    /// Adds a tunable, and returns false without adding it if its key is not greater than the previous key.
    package mutating func add(
        _ key: Key,
        _ declaration: TunableDeclaration?,
        _ local: LocalValue?,
        revision: Int64
    ) -> Bool {
        activateLayers()
        let bytes = key.text.utf8.span
        var write = TunableWrite(revision: revision, isExact: true)
        write.declare(declaration, of: bytes)
        write.local = local
        guard let tunable = write.result(for: bytes, state.resolver) else { return true }
        guard tunables.append(tunable, for: bytes) else { return false }
        state.deadlines.note(write, of: key)
        state.noteSecrecy(of: key, before: nil, after: tunable.declaration?.spec)
        return true
    }

    /// Adds what clients have stored for a flag.
    package mutating func add(_ key: FlagKey, _ parts: FlagParts) {
        activateLayers()
        var changes = FlagChanges()
        state.settle(key, parts, &changes)
    }

    package mutating func add(_ pending: PendingTry) {
        state.tries[pending.id] = pending
    }

    package mutating func add(_ commit: Commit) {
        state.history.append(commit.remembered)
    }

    /// Records that `commit` undid the commit of a revision.
    package mutating func mark(_ revision: Int64, undoneBy commit: Int64) {
        state.history.mark([revision], undoneBy: commit)
    }

    /// Recomputes the flags that layers define, and the built-in flags if the kill switch has entries.
    ///
    /// A snapshot holds none of these flags unless a user defined or overrode them.
    private mutating func settleFlags() {
        var keys = state.active.flatMap { Array($0.flags.keys) }
        if !state.killSwitch.isEmpty {
            keys += BuiltInFlags.all.keys
        }
        for key in keys {
            add(key, state.flag(key)?.parts ?? FlagParts())
        }
    }

    /// Returns the finished state.
    package consuming func finish() -> State {
        activateLayers()
        settleFlags()
        state.tunables = TunableMap(tunables.finish())
        state.settleBuiltIns()
        return state
    }
}

extension State {
    /// Stores the built-in tunables whose value a layer or the kill switch changes, if the snapshot does not have
    /// them.
    ///
    /// The snapshot may be older than the built-in tunable.
    fileprivate mutating func settleBuiltIns() {
        guard !killSwitch.isEmpty || !active.isEmpty else { return }
        BuiltInTunables.all.forEachInOrder { key, builtIn in
            let resolution = resolver.resolve(key, builtIn.declaration, local: nil, world: nil)
            if resolution != builtIn.resolution, !tunables.entries.contains(key) {
                recompute(Key(known: key), revision: 0, isExact: true)
            }
        }
    }
}

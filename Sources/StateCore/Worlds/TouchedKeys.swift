package import TunableEngine

/// The keys that commits and world writes may have changed for the members of a world.
///
/// The shared value of a key is its effective value outside every world. For most keys a member sees the shared
/// value. For a key with a value in the world, the member may see another value. That value depends on everything
/// stored for the key, so it can change when the shared value does not.
package struct TouchedKeys {
    /// The changes of shared values, at most one for each key.
    ///
    /// The members of a world see them too, except for keys with a value in the world.
    package let shared: [Change]
    /// The keys whose stored value or declaration changed, even if the shared value did not.
    private let edited: [Key]
    /// Whether layers or the kill switch changed, so that the value of any key may have changed.
    private let includesOwnKeys: Bool
    private let worldKeys: [WorldKey]

    /// Collects the keys of commits and of writes in any world.
    ///
    /// `state` is the state after the commits.
    package init(commits: [Commit], worldKeys: [WorldKey], after state: State) {
        self.worldKeys = worldKeys
        shared =
            commits.count == 1
            ? commits[0].changes
            : Change.merged(commits.flatMap(\.changes)).map { change in
                // A later commit may change the origin or the end of a value without changing the value.
                let tunable = state.tunable(change.key)
                let origin = tunable?.resolution.origin ?? .none
                return Change(
                    key: change.key,
                    value: change.value,
                    old: change.old,
                    origin: origin,
                    end: tunable?.end
                )
            }
        edited = commits.flatMap(\.editedKeys)
        includesOwnKeys = commits.contains { $0.changesLayersOrKillSwitch }
    }

    /// Returns the keys for which the members of a world may see another change than the clients outside it.
    package func ownKeys(of view: View, in world: String) -> Set<Key> {
        var keys: Set<Key> = []
        if let values = view.world?.values, !values.isEmpty {
            if includesOwnKeys {
                keys.formUnion(view.ownKeys)
            } else {
                for change in shared where values.contains(change.key) { keys.insert(change.key) }
                for key in edited where values.contains(key) { keys.insert(key) }
            }
        }
        for touched in worldKeys where touched.world == world {
            keys.insert(touched.key)
        }
        return keys
    }
}

extension View {
    /// Returns the changes that the members of a world see from an older view of the world to this view.
    ///
    /// `own` holds the keys for which they may see another change than the shared one.
    package func changes(from old: View, of touched: TouchedKeys, own: Set<Key>) -> [Change] {
        guard !own.isEmpty else { return touched.shared }
        return touched.shared.filter { !own.contains($0.key) }
            + changes(from: old, of: own)
    }

    /// Returns the changes that a client sees which goes from another world, or from outside of all worlds, to this
    /// view of the same state; sorted by key.
    package func changes(from old: View) -> [Change] { changes(from: old, of: Set(old.ownKeys).union(ownKeys)) }

    private func changes(from old: View, of keys: Set<Key>) -> [Change] {
        keys.sorted().compactMap { key in
            let bytes = key.text.utf8.span
            let now = resolution(of: bytes)
            let before = old.resolution(of: bytes).value
            guard now.value != before else { return nil }
            let end = state.end(of: bytes, now.origin, in: world)
            return Change(key: key, value: now.value, old: before, origin: now.origin, end: end)
        }
    }
}

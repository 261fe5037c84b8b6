package import TunableEngine

/// What commits and world writes may have changed for the members of a world.
///
/// A member sees the shared value of most keys. For a key with a value in the world, the member sees a value of its own: it
/// depends on everything that is stored for the key, also on what changes no shared value.
package struct TouchedKeys {
    /// What changed for everybody, each key once: also for the members of a world, but for the world's own keys.
    package let shared: [Change]
    /// Keys whose stored value or declaration changed, perhaps without a change of the shared value.
    private let edited: [Key]
    /// Whether layers or limits changed, which decide the value of any key.
    private let includesOwnKeys: Bool
    private let worldKeys: [WorldKey]

    /// Collects the keys of the commits that led to a state, and of writes in any world.
    package init(commits: [Commit], worldKeys: [WorldKey], after state: State) {
        self.worldKeys = worldKeys
        shared =
            commits.count == 1
            ? commits[0].changes
            : Change.merged(commits.flatMap(\.changes)).map { change in
                // A later commit may change where a value comes from, and not the value.
                let origin = state.seen(change.key.text.utf8.span).resolution.origin
                return Change(key: change.key, value: change.value, old: change.old, origin: origin)
            }
        edited = commits.flatMap(\.editedKeys)
        includesOwnKeys = commits.contains { $0.changesLayersOrLimits }
    }

    /// Returns the keys of which the members of a world may see another change than everybody.
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
    /// Returns the changes that the members of a world see between an older view of the world and this one, where they see
    /// some keys otherwise than everybody.
    package func changes(from old: View, of touched: TouchedKeys, own: Set<Key>) -> [Change] {
        guard !own.isEmpty else { return touched.shared }
        return touched.shared.filter { !own.contains($0.key) }
            + own.sorted().compactMap { key in
                let now = resolution(of: key.text.utf8.span)
                let before = old.resolution(of: key.text.utf8.span).value
                return now.value == before ? nil : Change(key: key, value: now.value, old: before, origin: now.origin)
            }
    }
}

import TunableEngine

/// The keys that commits and world writes may have changed for the members of a world.
///
/// A member sees the shared value of most keys. For a key with a value in the world, the member sees a value of its own: it
/// depends on everything that is stored for the key, also on what changes no shared value.
package struct TouchedKeys {
    /// Keys whose shared value changed.
    private var changed: Set<Key> = []
    /// Keys whose stored value or declaration changed, perhaps without a change of the shared value.
    private var edited: Set<Key> = []
    /// Whether layers or limits changed, which decide the value of any key.
    private var includesOwnKeys = false
    private let worldKeys: [WorldKey]

    /// Collects the keys of commits, and of writes in any world.
    package init(commits: [Commit], worldKeys: [WorldKey]) {
        self.worldKeys = worldKeys
        for commit in commits {
            for change in commit.changes {
                changed.insert(change.key)
            }
            edited.formUnion(commit.editedKeys)
            includesOwnKeys = includesOwnKeys || commit.changesLayersOrLimits
        }
    }

    /// Returns the keys of which the members of a world may see another value than before.
    func keys(in view: View, named world: String) -> Set<Key> {
        var keys = changed
        for key in edited where view.world?.values.contains(key) == true {
            keys.insert(key)
        }
        for touched in worldKeys where touched.world == world {
            keys.insert(touched.key)
        }
        if includesOwnKeys {
            keys.formUnion(view.ownKeys)
        }
        return keys
    }
}

extension View {
    /// Returns the changes that the members of a world see between an older view of the world and this one, sorted by key.
    package func changes(from old: View, of touched: TouchedKeys, in world: String) -> [Change] {
        touched.keys(in: self, named: world).sorted().compactMap { key in
            let now = resolution(of: key.text.utf8.span)
            let before = old.resolution(of: key.text.utf8.span).value
            return now.value == before ? nil : Change(key: key, value: now.value, old: before, origin: now.origin)
        }
    }
}

import StateCore
import TunableEngine

extension Publication {
    /// The keys of which a world's members may see something else than before.
    func keys(touchedIn world: String, _ view: View) -> Set<Key> {
        var keys = Set(commits.lazy.flatMap { $0.changes.map(\.key) })
        for touched in worldKeys where touched.world == world {
            keys.insert(touched.key)
        }
        if commits.contains(where: \.mayTouchWorlds) {
            keys.formUnion(view.ownKeys)
        }
        return keys
    }
}

extension View {
    /// What is seen otherwise than in another view, by key.
    func changes(from old: View, of keys: Set<Key>) -> [Change] {
        keys.sorted().compactMap { key in
            let now = resolution(of: key.text.utf8.span)
            let before = old.resolution(of: key.text.utf8.span).value
            return now.value == before ? nil : Change(key: key, value: now.value, old: before, origin: now.origin)
        }
    }
}

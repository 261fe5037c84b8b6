import FlagEngine
import StateCore

/// The flag changes of one publication, as the members of worlds see them.
///
/// The members of a world see the shared change of a flag, unless the world overrides the flag.
struct TouchedFlags {
    /// The changes outside of worlds, each flag once, sorted by key.
    let shared: [FlagDifference]
    private let publication: Publication
    private let state: State
    /// The old definition of each flag outside of worlds.
    private let old: [FlagKey: StoredFlag?]

    init(_ publication: Publication, _ state: State) {
        self.publication = publication
        self.state = state
        let changes = publication.flagChangeSets.lazy.flatMap(\.changes).map { ($0.key, $0.old) }
        let old = Dictionary(changes) { first, _ in first }
        self.old = old
        shared = old.keys.sorted().map { key in
            FlagDifference(key: key, old: EffectiveFlag(old[key] ?? nil), new: EffectiveFlag(state.flag(key)))
        }
    }

    /// Returns the flag changes in a world, sorted by key; nil if these equal `shared`.
    func differences(in id: String) -> [FlagDifference]? {
        guard let view = try? View(state, from: id), let world = view.world else { return [] }
        let changes = publication.worldFlagChanges.lazy.filter { $0.world == id }.map { ($0.key, $0.old) }
        let own = Dictionary(changes) { first, _ in first }
        let forcesOne =
            !world.flags.isEmpty && old.keys.contains { world.flags.contains($0.text.utf8.span) }
        guard forcesOne || !own.isEmpty else { return nil }
        return Set(old.keys).union(own.keys).sorted().map { key in
            let oldShared = old[key] ?? state.flag(key)
            let oldOwn = own[key] ?? world.flags.value(of: key.text.utf8.span)
            return FlagDifference(key: key, old: EffectiveFlag(oldShared, own: oldOwn), new: view.flag(key))
        }
    }
}

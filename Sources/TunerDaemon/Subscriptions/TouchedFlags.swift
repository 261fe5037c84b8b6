import FlagEngine
import StateCore

/// What was done to flags at once, for the members of worlds.
///
/// A member sees what became of a flag for everybody, where the world does not force the flag to be something.
struct TouchedFlags {
    /// What became of the flags for everybody, each flag once, sorted by key.
    let shared: [FlagDifference]
    private let publication: Publication
    private let state: State
    /// What each flag was for everybody.
    private let old: [FlagKey: StoredFlag?]

    init(_ publication: Publication, _ state: State) {
        self.publication = publication
        self.state = state
        let changes = publication.flagNews.lazy.flatMap(\.changes).map { ($0.key, $0.old) }
        let old = Dictionary(changes) { first, _ in first }
        self.old = old
        shared = old.keys.sorted().map { key in
            FlagDifference(key: key, old: EffectiveFlag(old[key] ?? nil), new: EffectiveFlag(state.flag(key)))
        }
    }

    /// Returns what became of the flags in a world, sorted by key; nil if that is what everybody sees.
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

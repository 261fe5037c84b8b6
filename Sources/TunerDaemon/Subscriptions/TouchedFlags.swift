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
    /// The changes of ``shared``.
    private let changes: [FlagChange]

    init(_ publication: Publication, _ state: State) {
        self.publication = publication
        self.state = state
        changes = TouchedFlags.merged(publication.flagChangeSets, state)
        shared = changes.map { FlagDifference($0) }
    }

    /// Returns the changes of consecutive commits, each flag once, sorted by key.
    private static func merged(_ sets: [FlagChangeSet], _ state: State) -> [FlagChange] {
        // The changes of one commit are so already; a file can have very many.
        guard sets.count != 1 else { return sets[0].changes }
        let changes = sets.lazy.flatMap(\.changes).map { ($0.key, $0.old) }
        let old = Dictionary(changes) { first, _ in first }
        return old.keys.sorted().map { key in FlagChange(key: key, old: old[key] ?? nil, new: state.flag(key)) }
    }

    /// Returns the flag changes in a world, sorted by key; nil if these equal `shared`.
    func differences(in id: String) -> [FlagDifference]? {
        guard let view = try? View(state, from: id), let world = view.world else { return [] }
        let worldChanges = publication.worldFlagChanges.lazy.filter { $0.world == id }.map { ($0.key, $0.old) }
        let own = Dictionary(worldChanges) { first, _ in first }
        guard !own.isEmpty || view.ownFlagKeys.contains(where: { change(of: $0) != nil }) else { return nil }
        return Set(changes.map(\.key)).union(own.keys).sorted().map { key in
            let present = (shared: state.flag(key), own: world.flags.value(of: key.text.utf8.span))
            let oldShared = change(of: key).map(\.old) ?? present.shared
            return FlagDifference(key: key, old: (oldShared, own[key] ?? present.own), new: present)
        }
    }

    private func change(of key: FlagKey) -> FlagChange? {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].key < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < changes.count && changes[low].key == key ? changes[low] : nil
    }
}

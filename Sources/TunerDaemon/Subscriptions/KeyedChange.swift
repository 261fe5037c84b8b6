import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// A change of one key, which can be merged with a later change of the same key.
protocol KeyedChange {
    associatedtype Name: Comparable

    var key: Name { get }

    /// The bytes of memory that the change uses as an element of an array.
    var memory: Int { get }

    /// Returns the chains of a backlog that hold this kind of change.
    static func chains(of backlog: Backlog) -> BatchChains<Self>

    /// Returns the change from this change's old value to the next change's new value; nil if the two values are equal.
    func followed(by next: Self) -> Self?
}

extension Change: KeyedChange {
    var memory: Int {
        MemoryLayout<Change>.stride + String.memory(ofBytes: key.text.utf8.count) + (value?.memory ?? 0)
            + (old?.memory ?? 0)
    }

    static func chains(of backlog: Backlog) -> BatchChains<Change> { backlog.values }

    func followed(by next: Change) -> Change? {
        next.value == old ? nil : next.replacing(old: old)
    }
}

/// The old and the new state of a flag, as seen outside of worlds or in one world.
struct FlagDifference: KeyedChange {
    let key: FlagKey
    private let shared: (old: StoredFlag?, new: StoredFlag?)
    /// The overrides in a world; nil for most changes, which concern none.
    private let own: OwnOverrides?

    /// The overrides of a flag in a world, before and after.
    private final class OwnOverrides {
        let old: StoredOverride?
        let new: StoredOverride?

        init(_ old: StoredOverride?, _ new: StoredOverride?) { (self.old, self.new) = (old, new) }
    }

    /// Creates a change as seen outside of worlds.
    init(_ change: FlagChange) {
        key = change.key
        shared = (change.old, change.new)
        own = nil
    }

    /// Creates a change as seen in a world, from the shared part of the flag and the world's override.
    init(
        key: FlagKey,
        old: (shared: StoredFlag?, own: StoredOverride?),
        new: (shared: StoredFlag?, own: StoredOverride?)
    ) {
        self.key = key
        shared = (old.shared, new.shared)
        own = old.own == nil && new.own == nil ? nil : OwnOverrides(old.own, new.own)
    }

    var old: EffectiveFlag? { EffectiveFlag(shared.old, own: own?.old) }

    var new: EffectiveFlag? { EffectiveFlag(shared.new, own: own?.new) }

    /// The size without the definitions, which the change shares with the state and its history.
    var memory: Int { MemoryLayout<FlagDifference>.stride + String.memory(ofBytes: key.text.utf8.count) }

    static func chains(of backlog: Backlog) -> BatchChains<FlagDifference> { backlog.flags }

    func followed(by next: FlagDifference) -> FlagDifference? {
        FlagDifference(key: key, old: (shared.old, own?.old), new: (next.shared.new, next.own?.new))
    }
}

import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// A change of one key, which later changes of that key may follow.
protocol KeyedChange {
    associatedtype Name: Comparable

    var key: Name { get }

    /// Bytes of memory that it takes among others.
    var memory: Int { get }

    /// Returns where a backlog keeps such changes.
    static func chains(of backlog: Backlog) -> BatchChains<Self>

    /// Returns the change from the old value of this one to the new value of the next; nil where both are equal.
    func followed(by next: Self) -> Self?
}

extension Change: KeyedChange {
    var memory: Int {
        MemoryLayout<Change>.stride + String.memory(ofBytes: key.text.utf8.count) + (value?.memory ?? 0)
            + (old?.memory ?? 0)
    }

    static func chains(of backlog: Backlog) -> BatchChains<Change> { backlog.values }

    func followed(by next: Change) -> Change? {
        next.value == old ? nil : Change(key: key, value: next.value, old: old, origin: next.origin)
    }
}

/// What a flag was and what it is, as all see it or as the members of one world do.
struct FlagDifference: KeyedChange {
    let key: FlagKey
    let old: EffectiveFlag?
    let new: EffectiveFlag?

    /// The definitions are shared with the state and its history.
    var memory: Int { MemoryLayout<FlagDifference>.stride + String.memory(ofBytes: key.text.utf8.count) }

    static func chains(of backlog: Backlog) -> BatchChains<FlagDifference> { backlog.flags }

    func followed(by next: FlagDifference) -> FlagDifference? { FlagDifference(key: key, old: old, new: next.new) }
}

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
    let old: EffectiveFlag?
    let new: EffectiveFlag?

    /// The size without the definitions, which the change shares with the state and its history.
    var memory: Int { MemoryLayout<FlagDifference>.stride + String.memory(ofBytes: key.text.utf8.count) }

    static func chains(of backlog: Backlog) -> BatchChains<FlagDifference> { backlog.flags }

    func followed(by next: FlagDifference) -> FlagDifference? { FlagDifference(key: key, old: old, new: next.new) }
}

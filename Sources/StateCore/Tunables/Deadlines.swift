import FlagEngine
import TunableEngine

/// The ends of all temporary values and overrides, sorted by time.
package struct Deadlines: Sendable {
    /// A tunable with a temporary value or a flag with a temporary override, and its world.
    ///
    /// The world is nil outside every world.
    struct Target: Hashable {
        let subject: Subject
        let world: String?
    }

    private struct Deadline: Comparable {
        let end: Moment
        let target: Target

        static func < (left: Deadline, right: Deadline) -> Bool {
            guard left.end == right.end else { return left.end < right.end }
            guard left.target.subject == right.target.subject else { return left.target.subject < right.target.subject }
            return (left.target.world ?? "") < (right.target.world ?? "")
        }
    }

    private var deadlines = SortedTree<Deadline>()

    /// The end of the value or override that ends next; nil if there is none.
    package var next: Moment? { deadlines.first?.end }

    /// Returns the targets whose values or overrides end at `now` or earlier, in the order of their ends.
    func ended(by now: Moment) -> [Target] {
        var targets: [Target] = []
        deadlines.visit { deadline in
            guard deadline.end <= now else { return false }
            targets.append(deadline.target)
            return true
        }
        return targets
    }

    /// Replaces the end of a local value outside every world by that of a write.
    @inline(__always)
    mutating func note(_ write: borrowing TunableWrite, of key: Key) {
        replace(write.old?.detail?.local?.ending, by: write.ending, of: key, in: nil)
    }

    /// Replaces the end of the value of a key in a world, or outside every world if `world` is nil.
    @inline(__always)
    mutating func replace(_ old: LocalValue.Ending?, by new: LocalValue.Ending?, of key: Key, in world: String?) {
        if old != nil || new != nil {
            replace(old?.time, by: new?.time, of: Target(subject: .tunable(key), world: world))
        }
    }

    /// Replaces the end of the override of a flag in a world, or outside every world if `world` is nil.
    mutating func replace(_ old: StoredOverride?, by new: StoredOverride?, of key: FlagKey, in world: String?) {
        if old?.ending != nil || new?.ending != nil {
            replace(old?.ending?.time, by: new?.ending?.time, of: Target(subject: .flag(key), world: world))
        }
    }

    /// Replaces the end of a target; nil means that the target has no temporary value or override.
    private mutating func replace(_ old: Moment?, by new: Moment?, of target: Target) {
        guard old != new else { return }
        if let old {
            let existed = deadlines.remove(Deadline(end: old, target: target))
            precondition(existed, "an override has its deadline")
        }
        if let new {
            let isNew = deadlines.insert(Deadline(end: new, target: target))
            precondition(isNew, "a target has one deadline")
        }
    }
}

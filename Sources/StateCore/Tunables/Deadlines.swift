/// The ends of all temporary overrides, sorted by time.
package struct Deadlines: Sendable {
    /// A tunable or flag with a temporary override, and its world; the world is nil outside every world.
    struct Place: Hashable {
        let subject: Subject
        let world: String?
    }

    private struct Deadline: Comparable {
        let end: Moment
        let place: Place

        static func < (left: Deadline, right: Deadline) -> Bool {
            guard left.end == right.end else { return left.end < right.end }
            guard left.place.subject == right.place.subject else { return left.place.subject < right.place.subject }
            return (left.place.world ?? "") < (right.place.world ?? "")
        }
    }

    private var deadlines = SortedTree<Deadline>()

    /// The end of the override that ends next; nil if there is none.
    package var next: Moment? { deadlines.first?.end }

    /// Returns the places whose overrides end at `now` or earlier, in the order of their ends.
    func ended(by now: Moment) -> [Place] {
        var places: [Place] = []
        deadlines.visit { deadline in
            guard deadline.end <= now else { return false }
            places.append(deadline.place)
            return true
        }
        return places
    }

    /// Replaces the end of the override in a place; nil means that the place has no temporary override.
    mutating func replace(_ old: Moment?, by new: Moment?, in place: Place) {
        guard old != new else { return }
        if let old {
            let existed = deadlines.remove(Deadline(end: old, place: place))
            precondition(existed, "an override has its deadline")
        }
        if let new {
            let isNew = deadlines.insert(Deadline(end: new, place: place))
            precondition(isNew, "a place has one deadline")
        }
    }
}

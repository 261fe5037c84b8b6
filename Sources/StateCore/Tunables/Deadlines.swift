/// When which overrides end, the next first.
package struct Deadlines: Sendable {
    /// Whose override, and in which world.
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

    /// When the next one ends.
    package var next: Moment? { deadlines.first?.end }

    /// Whose overrides have ended by a moment, the first first.
    func ended(by now: Moment) -> [Place] {
        var places: [Place] = []
        deadlines.visit { deadline in
            guard deadline.end <= now else { return false }
            places.append(deadline.place)
            return true
        }
        return places
    }

    /// Notes that what is stored in a place has another end, or none.
    mutating func replace(_ old: Moment?, by new: Moment?, in place: Place) {
        guard old != new else { return }
        if let old {
            let wasThere = deadlines.remove(Deadline(end: old, place: place))
            precondition(wasThere, "an override has its deadline")
        }
        if let new {
            let isNew = deadlines.insert(Deadline(end: new, place: place))
            precondition(isNew, "a place has one deadline")
        }
    }
}

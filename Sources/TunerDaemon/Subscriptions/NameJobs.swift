/// Names that are still to be added to a table or taken out of it, for members that subscribe many: done in pieces, so that
/// nobody waits for all of them.
struct NameJobs<Name: Hashable, Member: Subscriber> {
    private struct Joining {
        let member: Member
        var names: Set<Name>.Iterator
        var count = 0
    }

    private struct Leaving {
        /// What is left of them: each is freed as it is taken out.
        var names: [Name]
    }

    private var joining: [ObjectIdentifier: Joining] = [:]
    private var leaving: [Leaving] = []
    /// How many names were added of members that are over and were not begun to be taken out.
    private var stopped: [ObjectIdentifier: Int] = [:]

    /// Whether there is nothing to be done.
    var isEmpty: Bool { joining.isEmpty && leaving.isEmpty }

    /// Members of which not all names are in the table yet.
    var joiningMembers: some Sequence<Member> { joining.values.lazy.map(\.member) }

    var hasJoining: Bool { !joining.isEmpty }

    var joiningCount: Int { joining.count }

    mutating func join(_ member: Member, _ names: Set<Name>) {
        guard !names.isEmpty else { return }
        joining[ObjectIdentifier(member)] = Joining(member: member, names: names.makeIterator())
    }

    /// Adds no more names of a member that is over.
    mutating func stopJoining(_ member: Member) {
        if let begun = joining.removeValue(forKey: ObjectIdentifier(member)) {
            stopped[ObjectIdentifier(member)] = begun.count
        }
    }

    /// Takes out the names of a member that is over: those that were added.
    mutating func leave(_ member: Member, _ names: Set<Name>) {
        let added = stopped.removeValue(forKey: ObjectIdentifier(member)) ?? names.count
        // A set is walked in the same order each time.
        guard added > 0 else { return }
        leaving.append(Leaving(names: added == names.count ? Array(names) : Array(names.prefix(added))))
    }

    /// Adds so many names at most; returns how many are left of `steps`.
    mutating func add(
        _ steps: Int,
        to table: inout NameTable<Name, Member>,
        _ didChange: (Name) -> Void
    ) -> Int {
        var steps = steps
        while steps > 0, let place = joining.indices.first {
            let member = joining.values[place].member
            while steps > 0, let name = joining.values[place].names.next() {
                steps -= 1
                joining.values[place].count += 1
                table.append(member, at: name)
                didChange(name)
            }
            if steps > 0 {
                joining.remove(at: place)
            }
        }
        return steps
    }

    /// Takes out so many names at most; returns how many are left of `steps`.
    mutating func takeOut(
        _ steps: Int,
        of table: inout NameTable<Name, Member>,
        _ didChange: (Name) -> Void
    ) -> Int {
        var steps = steps
        while steps > 0, !leaving.isEmpty {
            guard let name = leaving[leaving.count - 1].names.popLast() else {
                leaving.removeLast()
                continue
            }
            steps -= 1
            table.noteLeft(name)
            didChange(name)
        }
        return steps
    }
}

/// The names that must still be added to a table or removed from it, for subscribers with many names.
///
/// The work is done in small pieces, so that the event loop keeps serving other clients.
struct NameIndexTasks<Name: Hashable, Member: Subscriber> {
    private struct Joining {
        let member: Member
        var names: Set<Name>.Iterator
        var count = 0
    }

    private struct Leaving {
        /// The names that are left; the table frees each name as it removes it.
        var names: [Name]
    }

    private var joining: [ObjectIdentifier: Joining] = [:]
    private var leaving: [Leaving] = []
    /// The number of names that were added for a member that ended early, until `leave` is called for the member.
    private var stopped: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { joining.isEmpty && leaving.isEmpty }

    /// The members whose names are not all in the table yet.
    var joiningMembers: some Sequence<Member> { joining.values.lazy.map(\.member) }

    var hasJoining: Bool { !joining.isEmpty }

    var joiningCount: Int { joining.count }

    mutating func join(_ member: Member, _ names: Set<Name>) {
        guard !names.isEmpty else { return }
        joining[ObjectIdentifier(member)] = Joining(member: member, names: names.makeIterator())
    }

    /// Stops adding the names of a member that has ended.
    mutating func stopJoining(_ member: Member) {
        if let begun = joining.removeValue(forKey: ObjectIdentifier(member)) {
            stopped[ObjectIdentifier(member)] = begun.count
        }
    }

    /// Starts to remove the names of a member that has ended, but only the names that were already added.
    mutating func leave(_ member: Member, _ names: Set<Name>) {
        let added = stopped.removeValue(forKey: ObjectIdentifier(member)) ?? names.count
        // An unchanged set has the same order in each iteration, so the added names are a prefix.
        guard added > 0 else { return }
        leaving.append(Leaving(names: added == names.count ? Array(names) : Array(names.prefix(added))))
    }

    /// Adds at most `steps` names; returns how many steps are left.
    mutating func add(
        _ steps: Int,
        to table: inout NameTable<Name, Member>,
        _ didChange: (Name) -> Void
    ) -> Int {
        var steps = steps
        while steps > 0, let index = joining.indices.first {
            let member = joining.values[index].member
            while steps > 0, let name = joining.values[index].names.next() {
                steps -= 1
                joining.values[index].count += 1
                table.append(member, at: name)
                didChange(name)
            }
            if steps > 0 {
                joining.remove(at: index)
            }
        }
        return steps
    }

    /// Removes at most `steps` names; returns how many steps are left.
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

/// The names that must still be added to a table or removed from it, for subscribers with many names.
///
/// The work is done in small pieces, so that the event loop keeps serving other clients.
struct NameIndexTasks<Name: Hashable, Subscription: Subscriber> {
    private struct Joining {
        let subscription: Subscription
        var names: Set<Name>.Iterator
        var count = 0
    }

    private struct Leaving {
        /// The names that are left; the table frees each name as it removes it.
        var names: [Name]
    }

    private var joining: [ObjectIdentifier: Joining] = [:]
    private var leaving: [Leaving] = []
    /// The number of names that were added for a subscription that ended early, until `leave` is
    /// called for it.
    private var stopped: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { joining.isEmpty && leaving.isEmpty }

    /// The subscriptions whose names are not all in the table yet.
    var joiningSubscriptions: some Sequence<Subscription> { joining.values.lazy.map(\.subscription) }

    var hasJoining: Bool { !joining.isEmpty }

    var joiningCount: Int { joining.count }

    /// Returns whether names of a subscription are not in the table yet.
    func isJoining(_ subscription: Subscription) -> Bool { joining[ObjectIdentifier(subscription)] != nil }

    mutating func join(_ subscription: Subscription, _ names: Set<Name>) {
        guard !names.isEmpty else { return }
        joining[ObjectIdentifier(subscription)] = Joining(subscription: subscription, names: names.makeIterator())
    }

    /// Stops adding the names of a subscription that has ended.
    mutating func stopJoining(_ subscription: Subscription) {
        if let begun = joining.removeValue(forKey: ObjectIdentifier(subscription)) {
            stopped[ObjectIdentifier(subscription)] = begun.count
        }
    }

    /// Starts to remove the names of a subscription that has ended, but only the names that were already added.
    mutating func leave(_ subscription: Subscription, _ names: Set<Name>) {
        let added = stopped.removeValue(forKey: ObjectIdentifier(subscription)) ?? names.count
        // An unchanged set has the same order in each iteration, so the added names are a prefix.
        guard added > 0 else { return }
        leaving.append(Leaving(names: added == names.count ? Array(names) : Array(names.prefix(added))))
    }

    /// Adds at most `steps` names; returns how many steps are left.
    mutating func add(
        _ steps: Int,
        to table: inout NameTable<Name, Subscription>,
        _ didChange: (Name) -> Void
    ) -> Int {
        var steps = steps
        while steps > 0, let index = joining.indices.first {
            let subscription = joining.values[index].subscription
            while steps > 0, let name = joining.values[index].names.next() {
                steps -= 1
                joining.values[index].count += 1
                table.append(subscription, at: name)
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
        of table: inout NameTable<Name, Subscription>,
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

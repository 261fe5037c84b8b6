import SystemCore

/// The work of an event loop that does not depend on descriptors: timers, and actions for the next turn.
struct Agenda {
    var timers = TimerHeap()
    /// The actions for the next turn, in order.
    var next: [() -> Void] = []

    /// Returns how long the loop may wait for descriptors: not at all if actions are left, else until the next timer.
    mutating func timeout(by clock: Clocks) -> PollTimeout {
        guard next.isEmpty else { return .none }
        guard timers.count > 0, let earliest = timers.earliest else { return .forever }
        return .until(earliest, from: clock.monotonic())
    }

    /// Removes and returns the actions that were left for this turn.
    mutating func takeNext() -> [() -> Void] {
        guard !next.isEmpty else { return [] }
        let taken = next
        next = []
        return taken
    }

    /// Puts back the actions that this turn had no time for, before the actions that were added meanwhile.
    mutating func putBack(_ rest: ArraySlice<() -> Void>) {
        next.insert(contentsOf: rest, at: 0)
    }

    /// Removes the next timer that is due, and returns its action; nil if none is due.
    mutating func popDue(at now: MonotonicTime) -> (() -> Void)? {
        timers.count > 0 ? timers.popDue(at: now) : nil
    }
}

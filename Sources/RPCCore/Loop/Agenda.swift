import SystemCore

/// What a loop has to do besides its descriptors.
struct Agenda {
    var timers = TimerHeap()
    /// Things for the next turn.
    var next: [() -> Void] = []

    /// How long the loop may wait for its descriptors.
    mutating func timeout(by clock: Clocks) -> PollTimeout {
        guard next.isEmpty else { return .none }
        guard timers.count > 0, let earliest = timers.earliest else { return .forever }
        return .until(earliest, from: clock.monotonic())
    }

    /// Takes out what was left for this turn.
    mutating func takeNext() -> [() -> Void] {
        guard !next.isEmpty else { return [] }
        let taken = next
        next = []
        return taken
    }

    /// Puts back what this turn had no time for, before what was added since.
    mutating func putBack(_ rest: ArraySlice<() -> Void>) {
        next.insert(contentsOf: rest, at: 0)
    }

    /// Takes out the next timer that is due.
    mutating func popDue(at now: MonotonicTime) -> (() -> Void)? {
        timers.count > 0 ? timers.popDue(at: now) : nil
    }
}

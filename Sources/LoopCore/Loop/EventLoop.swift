package import SystemCore

/// An event loop: one thread that waits for descriptors, timers and work from other threads, and bounds each turn.
///
/// A turn handles the events and actions that are ready. After 5 ms it leaves the remaining events and actions to the
/// next turn. The timers that are due, and the actions at the end of the turn, always run.
package final class EventLoop {
    /// The registration of one descriptor number.
    private struct Slot {
        /// A number that the kernel returns with each event.
        ///
        /// The loop drops events with an old generation, because those belong to a closed descriptor with the same
        /// number.
        var generation: UInt32 = 0
        var source: (any EventSource)?
    }

    /// The identity of an action that runs at the end of every turn until it is cancelled.
    package struct FlushID: Equatable {
        fileprivate let number: UInt64
    }

    private struct Flush {
        let id: FlushID
        let action: () -> Void
    }

    /// The time at which the present turn began.
    package private(set) var now: MonotonicTime

    /// The duration of the present turn so far, without waiting for events.
    package var nanosecondsInTurn: UInt64 {
        UInt64(clamping: clock.monotonic().nanoseconds - now.nanoseconds)
    }

    /// The duration of the longest turn in nanoseconds.
    ///
    /// A peer may have to wait this long for the work of other peers.
    package private(set) var longestTurn: UInt64 = 0

    /// The state of this loop that a watchdog thread may read.
    package let pulse = LoopPulse()

    /// The queue through which other threads submit work to the loop's thread.
    package let mailbox: Mailbox

    private let poller: Poller
    private let clock: Clocks
    private var slots: [Slot] = []
    private var agenda = Agenda()
    private var time: TurnTime
    /// The events for which the last turn had no time.
    ///
    /// The loop handles all of them before it waits for new ones.
    private var leftEvents: [PollerEvent] = []
    private var turnEndings: [() -> Void] = []
    private var flushes: [Flush] = []
    /// The index of the flush that runs next while they run, else 0.
    private var flushPosition = 0
    private var nextFlush: UInt64 = 1
    private var isStopped = false

    /// Creates a loop that waits with the chosen poller.
    package init(_ kind: Poller.Kind = Poller.Kind.available[0], clock: Clocks = .kernel) throws(SystemError) {
        poller = try Poller(kind)
        mailbox = try Mailbox()
        self.clock = clock
        now = clock.monotonic()
        time = TurnTime(from: now)
        try add(mailbox.wakeup.descriptor, source: mailbox, interest: .readable)
    }

    /// Begins to wait for a descriptor.
    ///
    /// The caller keeps the ownership, and must remove the descriptor before closing it.
    package func add(
        _ descriptor: borrowing Descriptor,
        source: any EventSource,
        interest: Interest
    ) throws(SystemError) {
        let raw = Int(descriptor.raw)
        if raw >= slots.count {
            slots.append(contentsOf: repeatElement(Slot(), count: raw + 1 - slots.count))
        }
        slots[raw].generation &+= 1
        try poller.add(descriptor, token: token(raw), interest: interest)
        slots[raw].source = source
    }

    package func modify(_ descriptor: borrowing Descriptor, interest: Interest) throws(SystemError) {
        try poller.modify(descriptor, token: token(Int(descriptor.raw)), interest: interest)
    }

    package func remove(_ descriptor: borrowing Descriptor) throws(SystemError) {
        slots[Int(descriptor.raw)].source = nil
        slots[Int(descriptor.raw)].generation &+= 1
        try poller.remove(descriptor)
    }

    /// Runs an action once, at `deadline` or shortly after it.
    package func schedule(at deadline: MonotonicTime, _ action: @escaping () -> Void) -> TimerHeap.ID {
        agenda.timers.add(at: deadline, action)
    }

    /// Runs an action once, after an interval.
    @discardableResult
    package func schedule(after interval: Duration, _ action: @escaping () -> Void) -> TimerHeap.ID {
        agenda.timers.add(at: clock.monotonic() + interval, action)
    }

    /// Cancels a scheduled action that has not run; otherwise does nothing.
    package func cancel(_ id: TimerHeap.ID) {
        agenda.timers.cancel(id)
    }

    /// Runs an action in the next turn, which then does not wait for events.
    package func nextTurn(_ action: @escaping () -> Void) {
        agenda.next.append(action)
    }

    /// Runs an action at the end of every turn, after all events.
    ///
    /// The action cannot be cancelled.
    package func atEndOfTurn(_ action: @escaping () -> Void) {
        turnEndings.append(action)
    }

    /// Runs an action at the end of every turn, after the actions of `atEndOfTurn`, so that it can send their output.
    ///
    /// An object with seldom something to do adds its action when that happens, and cancels it in the action.
    package func flushAfterTurn(_ action: @escaping () -> Void) -> FlushID {
        let id = FlushID(number: nextFlush)
        nextFlush += 1
        flushes.append(Flush(id: id, action: action))
        return id
    }

    /// Removes an action from the end of the turns.
    package func cancel(_ id: FlushID) {
        guard let index = flushes.firstIndex(where: { $0.id == id }) else { return }
        flushes.remove(at: index)
        if index < flushPosition {
            flushPosition -= 1
        }
    }

    /// Runs turns until `stop` is called.
    package func run() throws(SystemError) {
        isStopped = false
        var events: [PollerEvent] = []
        while !isStopped {
            try turn(&events)
        }
    }

    /// Makes the present turn the last one of `run`.
    package func stop() {
        isStopped = true
    }

    /// Runs one turn, which waits for events only if no work is left.
    package func turn() throws(SystemError) {
        var events: [PollerEvent] = []
        try turn(&events)
    }

    /// How many messages a connection may handle between two calls of `isTurnOver`.
    package var stepsPerClockRead: Int { time.stepsPerClockRead }

    /// Reads the clock, and returns whether the turn has used up its time and must begin nothing more.
    package func isTurnOver() -> Bool {
        time.check(at: clock.monotonic())
        return time.isOver
    }

    private func turn(_ events: inout [PollerEvent]) throws(SystemError) {
        if leftEvents.isEmpty {
            try poller.wait(agenda.timeout(by: clock), into: &events)
        } else {
            events = leftEvents
            leftEvents = []
        }
        let now = clock.monotonic()
        self.now = now
        pulse.beginTurn(at: now)
        time.begin(at: now)
        let next = agenda.takeNext()
        dispatch(events)
        run(next)
        while let action = agenda.popDue(at: now) {
            action()
        }
        for index in turnEndings.indices {
            turnEndings[index]()
        }
        flush()
        pulse.endTurn()
        let end = clock.monotonic()
        time.finish(at: end)
        longestTurn = max(longestTurn, UInt64(clamping: end.nanoseconds - now.nanoseconds))
    }

    /// Handles events until the time of the turn is used up, but at least one; the next turn begins with the rest.
    @inline(__always)
    private func dispatch(_ events: [PollerEvent]) {
        for index in events.indices {
            let event = events[index]
            let slot = slots[Int(event.token & 0xFFFF_FFFF)]
            if slot.generation == UInt32(event.token >> 32), let source = slot.source {
                source.ready(event.readiness)
                if isTimeUp() {
                    leftEvents = Array(events[(index + 1)...])
                    return
                }
            }
        }
    }

    /// Runs the actions that were left for this turn until its time is used up, but at least one.
    ///
    /// These actions run after the events: they continue work that has had its share of time, while an event may be the
    /// first of its peer.
    @inline(__always)
    private func run(_ next: [() -> Void]) {
        for index in next.indices {
            next[index]()
            if isTimeUp() {
                agenda.putBack(next[(index + 1)...])
                return
            }
        }
    }

    /// Counts a step of this turn, and returns whether the next step must wait for the next turn.
    @inline(__always)
    private func isTimeUp() -> Bool {
        time.step() ? isTurnOver() : time.isOver
    }

    /// Runs each flush action once, in order.
    ///
    /// An action may cancel itself or another one, and add one, which then runs in this turn, too.
    private func flush() {
        while flushPosition < flushes.count {
            let action = flushes[flushPosition].action
            flushPosition += 1
            action()
        }
        flushPosition = 0
    }

    private func token(_ raw: Int) -> UInt64 {
        UInt64(slots[raw].generation) << 32 | UInt64(raw)
    }
}

@available(*, unavailable)
extension EventLoop: Sendable {}

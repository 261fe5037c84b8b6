package import SystemCore

/// One thread that waits for descriptors, timers, signals and other threads, and does bounded work each turn.
package final class EventLoop {
    /// What stands behind one descriptor number.
    private struct Slot {
        /// Told to the kernel beside the number, so that an event for its former owner is dropped.
        var generation: UInt32 = 0
        var source: (any EventSource)?
    }

    /// Names what is done at the end of every turn until it is cancelled.
    struct FlushID: Equatable {
        fileprivate let number: UInt64
    }

    private struct Flush {
        let id: FlushID
        let action: () -> Void
    }

    /// The moment at which the present turn began.
    package private(set) var now: MonotonicTime

    /// How long the present turn has taken, waiting left out.
    package var nanosecondsInTurn: UInt64 {
        UInt64(clamping: clock.monotonic().nanoseconds - now.nanoseconds)
    }

    /// The longest that a turn took, in nanoseconds: for so long someone had to wait for others.
    package private(set) var longestTurn: UInt64 = 0

    /// What another thread may see of this one.
    package let pulse = LoopPulse()

    /// Other threads hand work over here.
    package let mailbox: Mailbox

    private let poller: Poller
    private let clock: Clocks
    private var slots: [Slot] = []
    private var agenda = Agenda()
    private var time: TurnTime
    /// What was ready when a turn's time was over; nothing new is waited for before all of it was told.
    private var leftEvents: [PollerEvent] = []
    private var turnEndings: [() -> Void] = []
    private var flushes: [Flush] = []
    private var nextFlush: UInt64 = 1
    private var isStopped = false

    /// Makes a loop that waits with a chosen back end.
    package init(_ kind: Poller.Kind = Poller.Kind.available[0], clock: Clocks = .kernel) throws(SystemError) {
        poller = try Poller(kind)
        mailbox = try Mailbox()
        self.clock = clock
        now = clock.monotonic()
        time = TurnTime(from: now)
        try add(mailbox.wakeup.descriptor, source: mailbox, interest: .readable)
    }

    /// Begins to wait for a descriptor; it stays the caller's and is removed before it is closed.
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

    /// Changes what is waited for.
    package func modify(_ descriptor: borrowing Descriptor, interest: Interest) throws(SystemError) {
        try poller.modify(descriptor, token: token(Int(descriptor.raw)), interest: interest)
    }

    /// Ends waiting for a descriptor.
    package func remove(_ descriptor: borrowing Descriptor) throws(SystemError) {
        slots[Int(descriptor.raw)].source = nil
        slots[Int(descriptor.raw)].generation &+= 1
        try poller.remove(descriptor)
    }

    /// Does something at a moment.
    package func schedule(at deadline: MonotonicTime, _ action: @escaping () -> Void) -> TimerHeap.ID {
        agenda.timers.add(at: deadline, action)
    }

    /// Does something after a while.
    @discardableResult
    package func schedule(after interval: Duration, _ action: @escaping () -> Void) -> TimerHeap.ID {
        agenda.timers.add(at: clock.monotonic() + interval, action)
    }

    /// Forgets something scheduled.
    package func cancel(_ id: TimerHeap.ID) {
        agenda.timers.cancel(id)
    }

    /// Does something in the next turn, which then waits for nothing.
    package func nextTurn(_ action: @escaping () -> Void) {
        agenda.next.append(action)
    }

    /// Does something at the end of every turn, after all its events.
    package func atEndOfTurn(_ action: @escaping () -> Void) {
        turnEndings.append(action)
    }

    /// Does something at the end of every turn, behind all that others do there: sends what it left to send.
    func flushAfterTurn(_ action: @escaping () -> Void) -> FlushID {
        let id = FlushID(number: nextFlush)
        nextFlush += 1
        flushes.append(Flush(id: id, action: action))
        return id
    }

    /// Ends what was done at the end of every turn.
    func cancel(_ id: FlushID) {
        flushes.removeAll { $0.id == id }
    }

    /// Turns until `stop`.
    package func run() throws(SystemError) {
        isStopped = false
        var events: [PollerEvent] = []
        while !isStopped {
            try turn(&events)
        }
    }

    /// Lets the present turn be the last.
    package func stop() {
        isStopped = true
    }

    /// Waits, if nothing is left to do, and does what is ready.
    package func turn() throws(SystemError) {
        var events: [PollerEvent] = []
        try turn(&events)
    }

    /// How many messages a connection handles before it asks `isTurnOver` again.
    var stepsPerLook: Int { time.stepsPerLook }

    /// Looks at the clock: whether this turn has taken so long that nothing more should be begun in it.
    package func isTurnOver() -> Bool {
        time.look(at: clock.monotonic())
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
        tell(events)
        act(next)
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

    /// Tells those who are ready, as many as there is time for and at least one; the others are the first of the next turn.
    @inline(__always)
    private func tell(_ events: [PollerEvent]) {
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

    /// Does what was left for this turn, as much as there is time for and at least one thing.
    ///
    /// It comes behind the events: those who have had a share wait for those who have not.
    @inline(__always)
    private func act(_ next: [() -> Void]) {
        for index in next.indices {
            next[index]()
            if isTimeUp() {
                agenda.putBack(next[(index + 1)...])
                return
            }
        }
    }

    /// Counts a step of this turn; answers whether the next should be left to the next turn.
    @inline(__always)
    private func isTimeUp() -> Bool {
        time.step() ? isTurnOver() : time.isOver
    }

    /// Does what is done last, each once, though one may end itself or another.
    private func flush() {
        var done: UInt64 = 0
        while let flush = flushes.first(where: { $0.id.number > done }) {
            done = flush.id.number
            flush.action()
        }
    }

    private func token(_ raw: Int) -> UInt64 {
        UInt64(slots[raw].generation) << 32 | UInt64(raw)
    }
}

@available(*, unavailable)
extension EventLoop: Sendable {}

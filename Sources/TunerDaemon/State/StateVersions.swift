import RPCCore
import StateCore
import SystemCore

/// The committed state, which everybody sees, and the pending states, which are not on disk yet.
///
/// Everything that is written in one turn of the loop makes one pending step. `StateWriter` makes the steps and
/// `CommitPipeline` settles them; what callers read is in `StateVersions+Callers.swift`.
final class StateVersions {
    /// The state that everybody sees.
    private(set) var committed: State
    /// Another number whenever the committed state, or what the members of a world see, may have changed.
    private(set) var version: UInt64 = 0
    /// The last step that everybody sees.
    private(set) var settledStep: UInt64 = 0
    /// Whether there may be a world: one was created, and not all of them are known to have ended.
    private(set) var mayHaveWorlds = false

    /// The steps of earlier turns that are not on disk yet, the oldest first.
    private var submitted: [StateStep] = []
    /// The step of the present turn.
    private var open: StateStep?
    private var newestStep: UInt64 = 0
    private let loop: EventLoop
    private var clock: TurnClock

    init(_ state: State, on loop: EventLoop, clock: Clocks) {
        committed = state
        self.loop = loop
        self.clock = TurnClock(clock)
    }

    /// The newest pending step.
    var ahead: StateStep? { open ?? submitted.last }

    /// All pending steps, the oldest first.
    var stepsAhead: [StateStep] { submitted + (open.map { [$0] } ?? []) }

    /// The newest state of earlier turns.
    var submittedState: State { submitted.last?.state ?? committed }

    var hasSubmittedSteps: Bool { !submitted.isEmpty }

    // MARK: Time

    /// The present moment, the same for everything in one turn.
    var now: Moment {
        if let now = clock.moment(of: loop.now) {
            return now
        }
        let (now, jump) = clock.read(in: loop.now)
        if jump != 0 {
            moveDeadlines(byMilliseconds: jump)
        }
        return now
    }

    /// The present moment in seconds since 1970, as the rules of flags see it.
    var seconds: Int64 { now.milliseconds / 1_000 }

    /// Keeps the duration of overrides when the machine's clock was set.
    private func moveDeadlines(byMilliseconds jump: Int64) {
        committed.moveDeadlines(byMilliseconds: jump)
        for step in stepsAhead {
            step.state.moveDeadlines(byMilliseconds: jump)
        }
        version += 1
    }

    /// When the next override ends in the newest state.
    var nextDeadline: Moment? {
        if let ahead {
            nextDeadline(of: &ahead.state)
        } else {
            nextDeadline(of: &committed)
        }
    }

    /// Takes the state `inout`: reading it through the class property would copy it.
    private func nextDeadline(of state: inout State) -> Moment? { state.nextDeadline }

    // MARK: Changing

    /// Changes the committed state.
    @inline(__always)
    func changeCommitted<Result: StateChange & ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = try body(&committed)
        if result.hasChanged {
            version += 1
        }
        return result
    }

    /// Lends the committed state without a copy.
    @inline(__always)
    func withCommitted<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&committed)
    }

    /// Changes the newest state as a part of the present turn's step.
    @inline(__always)
    func changeAhead<Result: StateChange & ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let step = open ?? StateStep(number: newestStep + 1, state: submittedState)
        let result = try body(&step.state)
        guard result.hasChanged else { return result }
        newestStep = step.number
        open = step
        step.publication.note(result)
        return result
    }

    /// Notes that a world is about to be created.
    func expectWorld() { mayHaveWorlds = true }

    /// Ends worlds in the committed state and in every pending one: nobody is left to whom a failed flush could return them.
    func end(_ worlds: [String], by author: Author) {
        let now = now
        for world in worlds {
            // It may have ended before, or be created in a later step.
            _ = try? committed.perform(.dropWorld(world), by: author, at: now)
            for step in stepsAhead {
                _ = try? step.state.perform(.dropWorld(world), by: author, at: now)
            }
        }
        version += 1
    }

    // MARK: Settling

    /// Puts what is written from now on into a later step.
    func sealOpenStep() {
        guard let step = open.take() else { return }
        submitted.append(step)
    }

    /// Gives the steps that have none the ticket whose outcome settles them; returns whether no other step is pending.
    func assign(ticket: Int) -> Bool {
        guard let first = submitted.firstIndex(where: { $0.ticket == nil }) else { return false }
        for step in submitted[first...] {
            step.ticket = ticket
        }
        return first == 0
    }

    /// Takes out the steps that are on disk, to be committed one after the other.
    func takeSteps(through ticket: Int) -> [StateStep] {
        let steps = submitted.prefix { step in step.ticket.map { $0 <= ticket } ?? false }
        submitted.removeFirst(steps.count)
        return Array(steps)
    }

    /// Makes the state of a step the one that everybody sees.
    func commit(_ step: StateStep) {
        committed = step.state
        version += 1
        settledStep = step.number
    }

    /// Notes that every step that is on disk was committed.
    func noteSettled() {
        mayHaveWorlds = open != nil || !submitted.isEmpty || committed.hasWorlds
    }

    /// Drops every pending step, since the disk does not take them.
    func dropAhead() {
        submitted = []
        open = nil
    }
}

import LoopCore
import RPCCore
import StateCore
import SystemCore

/// The committed state, which all clients see, and the pending states, which are not durable yet.
///
/// The changes of one event loop turn form one pending step, or several if a client subscribes between the changes.
/// `StateWriter` makes the steps, and `CommitPipeline` commits them. `StateVersions+Callers.swift` has the methods for
/// reading.
final class StateVersions {
    /// The state that all clients see.
    private(set) var committed: State
    /// A number that changes whenever the committed state, or a world's values, may have changed.
    private(set) var version: UInt64 = 0
    /// The number of changes of flags in the committed state since the start.
    private var flagChangeCount = 0
    /// The part of ``flagsVersion`` that differs from that of every other process.
    private let process: String
    /// The revision that the daemon started with.
    let firstRevision: Int64
    /// The number of the last committed step.
    private(set) var settledStep: UInt64 = 0
    /// Whether a world may exist: one was created, and not all worlds are known to have ended.
    private(set) var mayHaveWorlds = false

    /// Whether a key may be secret in the committed state or in a pending one; without any, most calls look up nothing.
    private(set) var mayHaveSecrets: Bool

    /// The closed steps that are not durable yet, the oldest first.
    private var submitted: [StateStep] = []
    /// The step that receives the changes of the current turn.
    private var open: StateStep?
    private var newestStep: UInt64 = 0
    private let loop: EventLoop
    private var clock: TurnClock

    init(_ state: State, on loop: EventLoop, clock: Clocks) {
        committed = state
        firstRevision = state.revision
        mayHaveSecrets = !state.secretKeys.isEmpty
        process = "\(state.epoch)-\(clock.wall().milliseconds)"
        self.loop = loop
        self.clock = TurnClock(clock)
    }

    /// The newest pending step.
    var ahead: StateStep? { open ?? submitted.last }

    /// All pending steps, the oldest first.
    var stepsAhead: [StateStep] { submitted + (open.map { [$0] } ?? []) }

    /// The state of the newest closed step; the committed state if no step is closed.
    var submittedState: State { submitted.last?.state ?? committed }

    /// The state after all changes so far.
    var newestState: State { ahead?.state ?? committed }

    var hasSubmittedSteps: Bool { !submitted.isEmpty }

    // MARK: Time

    /// The current time; constant during one turn.
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

    /// The current time in seconds since 1970, for targeting rules.
    var seconds: Int64 { now.milliseconds / 1_000 }

    /// Moves the end of every override, so that its duration stays correct after the system clock was set.
    private func moveDeadlines(byMilliseconds jump: Int64) {
        committed.moveDeadlines(byMilliseconds: jump)
        for step in stepsAhead {
            step.state.moveDeadlines(byMilliseconds: jump)
        }
        version += 1
    }

    /// The time when the next override ends in the newest state; nil if no override ends.
    var nextDeadline: Moment? {
        if let ahead {
            nextDeadline(of: &ahead.state)
        } else {
            nextDeadline(of: &committed)
        }
    }

    /// Passes the state `inout`: reading it through the class property would copy it.
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
            if result.flagChangeSet != nil {
                flagChangeCount += 1
            }
        }
        return result
    }

    /// Passes the committed state to `body` without a copy.
    @inline(__always)
    func withCommitted<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&committed)
    }

    /// Changes the newest state, as part of the current turn's step.
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

    /// The version of the flags in the committed state, outside every world.
    ///
    /// The version changes with each change of a definition, an override or a limit. No other process has the same one.
    var flagsVersion: String { flagsVersion(flagChangeCount) }

    /// The version of the flags in the newest state; a later change in the same step gives another version.
    var newestFlagsVersion: String {
        flagsVersion(stepsAhead.reduce(flagChangeCount) { $0 + $1.publication.flagChangeSets.count })
    }

    private func flagsVersion(_ changeCount: Int) -> String { "\(process)-\(changeCount)" }

    /// Notes that a world is about to be created.
    func expectWorld() { mayHaveWorlds = true }

    /// Notes whether a new state has secret keys.
    func noteSecrets(in state: borrowing State) {
        if !mayHaveSecrets { mayHaveSecrets = !state.secretKeys.isEmpty }
    }

    /// Ends worlds in the committed state and in every pending state.
    ///
    /// A failed flush does not restore the worlds, because their owner has disconnected.
    func end(_ worlds: [String], by author: Author) {
        let now = now
        for world in worlds {
            // The world may have ended already, or may exist only in a later step.
            _ = try? committed.perform(.dropWorld(world), by: author, at: now)
            for step in stepsAhead {
                _ = try? step.state.perform(.dropWorld(world), by: author, at: now)
            }
        }
        version += 1
    }

    // MARK: Settling

    /// Closes the current step; later changes go to a new step.
    func sealOpenStep() {
        guard let step = open.take() else { return }
        submitted.append(step)
    }

    /// Assigns a ticket to the submitted steps that have none; returns whether no earlier step is pending.
    func assign(ticket: Int) -> Bool {
        guard let first = submitted.firstIndex(where: { $0.ticket == nil }) else { return false }
        for step in submitted[first...] {
            step.ticket = ticket
        }
        return first == 0
    }

    /// Removes and returns the steps that are durable through a ticket, the oldest first.
    func takeSteps(through ticket: Int) -> [StateStep] {
        let steps = submitted.prefix { step in step.ticket.map { $0 <= ticket } ?? false }
        submitted.removeFirst(steps.count)
        return Array(steps)
    }

    /// Makes the state of a step the committed state.
    func commit(_ step: StateStep) {
        committed = step.state
        version += 1
        flagChangeCount += step.publication.flagChangeSets.count
        settledStep = step.number
    }

    /// Notes that all durable steps are committed, and checks again whether a world may exist.
    func noteSettled() {
        mayHaveWorlds = open != nil || !submitted.isEmpty || committed.hasWorlds
    }

    /// Drops every pending step after a failed flush.
    func dropAhead() {
        submitted = []
        open = nil
    }
}

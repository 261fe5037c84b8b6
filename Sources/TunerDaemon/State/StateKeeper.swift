import FlagEngine
import JSONCore
import RPCCore
import StateCore
import StewEngine
import SystemCore
import TunableEngine
import TunerAPI
import TunerStore

/// Keeps the state: what is committed, which everybody sees, and what is ahead of that until it is on disk.
///
/// All that changes the state comes through here. What is done in one turn of the loop is one step ahead; whoever has
/// written, or reads behind its own write, sees what is ahead, and is answered when that is on disk.
final class StateKeeper {
    /// What everybody sees.
    private(set) var committed: State
    /// Another one whenever what everybody sees, or the members of a world, may have become otherwise.
    private(set) var version: UInt64 = 0
    let soft: SoftStateKeeper

    /// What is on its way to the disk, the oldest first.
    private var submitted: [StateStep] = []
    /// What was done in the present turn.
    private var open: StateStep?
    private var newestStep: UInt64 = 0
    private var newestTicket = 0
    /// The last step that everybody sees.
    private(set) var settledStep: UInt64 = 0
    private let store: StateStore
    private let loop: EventLoop
    private let clock: Clocks
    /// The calendar's time at the turn's.
    private var turnTime: (turn: MonotonicTime, moment: Moment)?
    /// Shows when the machine's clock was set.
    private var wallOffset: WallOffset
    /// What brings back what was there before overrides, where some are to end.
    private var reverting: (timer: TimerHeap.ID, end: Moment)?

    /// What cannot be written by itself is tried again after so many milliseconds.
    private static let patience: Int64 = 1_000

    /// Set once there is a server; it outlives every call.
    weak var server: Server?
    /// Told what everybody may know from now on, before those who wait for it are answered.
    var whenCommitted: ((Publication) -> Void)?
    /// Told the same behind that: for who tells of the daemon itself.
    var whenDaemonMayDiffer: ((Publication) -> Void)?
    /// Told that nothing that was ahead will be committed.
    var whenFailed: (() -> Void)?
    /// Whether a publication is to have the state before it.
    var tellsStateBefore = false

    /// Keeps what was read back, and has what is done to it stored.
    init(_ state: State, _ softState: SoftState, in store: StateStore, on loop: EventLoop, clock: Clocks) {
        committed = state
        soft = SoftStateKeeper(softState, in: store, on: loop)
        self.store = store
        self.loop = loop
        self.clock = clock
        wallOffset = WallOffset(clock)
        store.whenWritten = { [unowned self] ticket in settle(through: ticket) }
        store.whenFailed = { [unowned self] error, isCertain in fail(error, isCertain: isCertain) }
        loop.atEndOfTurn { [unowned self] in submit() }
    }

    /// Brings what a start itself changes to the disk before anybody asks: first values, and overrides that have ended.
    func begin() throws(StoreError) {
        if let end = nextDeadline, end <= now {
            revert()
        }
        scheduleRevert()
        submit()
        while !submitted.isEmpty {
            do throws(StoreError) {
                try store.wait()
            } catch  where store.trouble != nil && error.meansNoRoom && committed.revision > 0 {
                // What was read is served, and what the start would have changed is tried again.
                return
            }
        }
    }

    /// The present moment, the same for all that is done in one turn.
    var now: Moment {
        let turn = loop.now
        if let turnTime, turnTime.turn == turn {
            return turnTime.moment
        }
        let (wall, jump) = wallOffset.read(clock)
        if jump != 0 {
            moveDeadlines(byMilliseconds: jump)
        }
        let now = Moment(milliseconds: wall)
        turnTime = (turn, now)
        return now
    }

    /// Lets overrides last as long as they were to last though the machine's clock was set.
    private func moveDeadlines(byMilliseconds jump: Int64) {
        committed.moveDeadlines(byMilliseconds: jump)
        for step in stepsAhead {
            step.state.moveDeadlines(byMilliseconds: jump)
        }
        version += 1
    }

    /// The same in seconds since 1970, as flags' rules see it.
    var seconds: Int64 { now.milliseconds / 1_000 }

    /// The step that is furthest ahead.
    var ahead: StateStep? { open ?? submitted.last }

    /// All that is ahead, the oldest first.
    var stepsAhead: [StateStep] { submitted + (open.map { [$0] } ?? []) }

    // MARK: Reading

    /// What a caller may see: what is ahead if it waits for that already, else what is committed.
    func state(for caller: Caller) -> State {
        guard caller.peer.isWithheld, let ahead else { return committed }
        caller.peer.withhold(until: ahead.number)
        return ahead.state
    }

    /// Ends the step that a caller sees who subscribes, and answers its number: all that is done from now on is of later ones.
    func endStep(forSubscriber caller: Caller) -> UInt64 {
        guard caller.peer.isWithheld, let ahead else { return settledStep }
        ahead.endsWithSubscriber = true
        sealOpenStep()
        return ahead.number
    }

    /// Sees that what is done from now on is of later steps.
    private func sealOpenStep() {
        guard let step = open.take() else { return }
        // Its ticket is known when the turn's lines are submitted.
        step.ticket = .max
        submitted.append(step)
    }

    /// A key's value as a caller sees it, and the commit that last changed what all share of it.
    func seen(
        _ key: Span<UInt8>,
        by caller: Caller
    ) throws(RPCError) -> (resolution: Resolution, revision: Int64) {
        guard !sharesView(with: caller.peer) else { return seen(key) }
        let view = try view(for: caller)
        return (view.resolution(of: key), view.state.tunable(key)?.revision ?? 0)
    }

    /// Whether a peer sees what everybody sees: it is in no world, and waits for nothing.
    func sharesView(with peer: any Peer) -> Bool {
        !peer.isWithheld && !peer.isInWorld
    }

    /// A key's value as everybody sees it.
    func seen(_ key: Span<UInt8>) -> (resolution: Resolution, revision: Int64) {
        look(&committed, for: key)
    }

    /// Takes the state by its place, for to lend it out of a class would copy it.
    private func look(
        _ state: inout State,
        for key: Span<UInt8>
    ) -> (resolution: Resolution, revision: Int64) {
        state.seen(key)
    }

    /// What all share of a flag.
    func flag(_ key: Span<UInt8>) -> Flag? { look(&committed, forFlag: key) }

    /// As `look`.
    private func look(_ state: inout State, forFlag key: Span<UInt8>) -> Flag? { state.flag(key) }

    /// Lends the state that a caller may see, and the caller's world, without a copy of the state.
    func lendState<Result>(for caller: Caller, _ body: (inout State, World?) -> Result) throws(RPCError) -> Result {
        guard caller.peer.isWithheld, let ahead else { return try lend(&committed, caller.session.world, body) }
        caller.peer.withhold(until: ahead.number)
        return try lend(&ahead.state, caller.session.world, body)
    }

    /// As `look`.
    private func lend<Result>(
        _ state: inout State,
        _ world: String?,
        _ body: (inout State, World?) -> Result
    ) throws(RPCError) -> Result {
        do throws(Refusal) {
            let world = try world.map { (id) throws(Refusal) in try state.world(id) }
            return body(&state, world)
        } catch {
            throw RPCError(error)
        }
    }

    /// The same from inside the caller's world.
    func view(for caller: Caller) throws(RPCError) -> View {
        do {
            return try View(state(for: caller), from: caller.session.world)
        } catch {
            throw RPCError(error)
        }
    }

    /// Who made each world last: it ends with that connection, and not with one that made it in an earlier life of its own.
    private var makers: [String: UInt64] = [:]

    /// Notes that a world ends with a peer.
    func note(_ peer: any Peer, asMakerOf world: String) {
        if makers.count > 2 * committed.rules.limits.worlds {
            // Of most of them there is nothing left.
            makers = makers.filter { hasWorld($0.key) }
        }
        makers[world] = peer.number
    }

    func hasWorld(_ id: String) -> Bool { committed.hasWorld(id) || ahead?.state.hasWorld(id) == true }

    /// Whether there may be a world: one was made, and not all were seen to be gone.
    private(set) var mayHaveWorlds = false

    /// Whether a caller's world is there, as far as the caller may know.
    func hasWorld(_ id: String, for caller: Caller) -> Bool {
        caller.peer.isWithheld ? state(for: caller).hasWorld(id) : committed.hasWorld(id)
    }

    // MARK: Writing

    /// Does what a caller asks for, or tells what it would do.
    func perform(
        _ mutation: Mutation,
        _ caller: Caller,
        isDryRun: Bool = false
    ) throws(RPCError) -> Outcome {
        if let failure = store.failure, !isDryRun {
            try check(mutation, by: caller.author, needsNoDisk: failure)
        }
        do throws(Refusal) {
            // What it sees may be ahead, whatever becomes of it; so its answer waits.
            defer {
                if let ahead {
                    caller.peer.withhold(until: ahead.number)
                }
            }
            guard !isDryRun else {
                var copy = ahead?.state ?? committed
                return try copy.perform(mutation, by: caller.author, at: now)
            }
            return try perform(mutation, by: caller.author)
        } catch {
            throw RPCError(error)
        }
    }

    /// Refuses what would be answered at once, and is to be kept by a disk that takes nothing.
    private func check(_ mutation: Mutation, by author: Author, needsNoDisk failure: StoreError) throws(RPCError) {
        var copy = committed
        let outcome = try? copy.perform(mutation, by: author, at: now)
        guard outcome?.commit == nil else { throw RPCError(failure, isCertain: true) }
    }

    /// Sets a value as most are set, for all and for good.
    func set(_ key: Key, to value: JSON, _ caller: Caller) -> PlainWrite {
        let session = caller.session
        guard !store.hasFailed, session.world == nil else { return .notPlain }
        let (actor, now) = (caller.actor(in: session), now)
        let written = change { state in state.set(key, to: value, by: actor, at: now) }
        if written.isPlain, let ahead {
            caller.peer.withhold(until: ahead.number)
        }
        return written
    }

    /// Does what an author asks for.
    @discardableResult
    func perform(_ mutation: Mutation, by author: Author) throws(Refusal) -> Outcome {
        if case .createWorld = mutation {
            mayHaveWorlds = true
        }
        let now = now
        let outcome = try change { (state) throws(Refusal) in try state.perform(mutation, by: author, at: now) }
        scheduleRevert()
        return outcome
    }

    /// Lets `body` change the state that is furthest ahead, and sends what it has done on its way.
    @inline(__always)
    private func change<Result: Done & ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        store.holdsAnswers ? try changeAhead(body) : try changeAtOnce(body)
    }

    @inline(__always)
    private func changeAtOnce<Result: Done & ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard whenCommitted != nil || whenDaemonMayDiffer != nil else {
            let result = try body(&committed)
            version += 1
            if let commit = result.commit {
                store.add(commit)
            }
            return result
        }
        let before = tellsStateBefore ? committed : nil
        let result = try body(&committed)
        guard result.hasChanged else { return result }
        version += 1
        let commit = result.commit
        if let commit {
            store.add(commit)
        }
        publish(
            Publication(
                commits: commit.map { [$0] } ?? [],
                worldKeys: result.worldKeys,
                endedWorlds: result.endedWorlds,
                flagNews: result.flagNews.map { [$0] } ?? [],
                worldFlagChanges: result.worldFlagChanges,
                step: UInt64.max,
                before: before
            )
        )
        return result
    }

    @inline(__always)
    private func changeAhead<Result: Done & ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let step =
            open ?? StateStep(number: newestStep + 1, ticket: newestTicket, state: submitted.last?.state ?? committed)
        let result = try body(&step.state)
        guard result.hasChanged else { return result }
        newestStep = step.number
        open = step
        step.worldKeys += result.worldKeys
        if !result.endedWorlds.isEmpty {
            step.endedWorlds += result.endedWorlds
        }
        step.worldFlagChanges += result.worldFlagChanges
        if let news = result.flagNews {
            step.flagNews.append(news)
        }
        if let commit = result.commit {
            step.commits.append(commit)
            store.add(commit)
        }
        return result
    }

    /// What the file of flags held last.
    private var fileFlags = FlagSet()

    /// Takes other definitions from the file of flags: no commit, for the file keeps them.
    func load(_ flags: FlagSet) {
        fileFlags = flags
        _ = change { state in FlagNews(commit: nil, changes: state.replaceFileFlags(flags)) }
    }

    /// Sends what was done in this turn on its way.
    private func submit() {
        let ticket = store.submit()
        if let ticket {
            newestTicket = ticket
            soft.noteSubmission(ticket)
        }
        sealOpenStep()
        if let first = submitted.firstIndex(where: { $0.ticket == .max }) {
            for step in submitted[first...] {
                step.ticket = newestTicket
            }
            if ticket == nil, first == 0 {
                // Of worlds alone: nothing of it is kept.
                settle(through: newestTicket)
            }
        }
        if ticket != nil {
            store.write(here: server?.everybodyWaits ?? false)
        }
        if store.wantsSnapshot {
            store.makeSnapshot(of: submitted.last?.state ?? committed, soft.state)
        }
    }

    /// Makes what is on disk what everybody sees.
    private func settle(through ticket: Int) {
        soft.noteWritten(through: ticket)
        let count = submitted.prefix { $0.ticket <= ticket }.count
        guard count > 0 else { return }
        let settled = submitted[..<count]
        submitted.removeFirst(count)
        for step in settled {
            let before = tellsStateBefore ? committed : nil
            committed = step.state
            version += 1
            settledStep = step.number
            for memory in step.memories {
                soft.note(memory)
            }
            publish(
                Publication(
                    commits: step.commits,
                    worldKeys: step.worldKeys,
                    endedWorlds: step.endedWorlds,
                    flagNews: step.flagNews,
                    worldFlagChanges: step.worldFlagChanges,
                    step: step.number,
                    before: before
                )
            )
            if step.endsWithSubscriber {
                server?.release(through: settledStep)
            }
            if !step.worldsEndedBehind.isEmpty {
                server?.release(through: settledStep)
                publish(
                    Publication(endedWorlds: step.worldsEndedBehind, step: settledStep + 1, before: committed)
                )
            }
        }
        mayHaveWorlds = open != nil || !submitted.isEmpty || committed.hasWorlds
        server?.release(through: settledStep)
    }

    private func publish(_ publication: Publication) {
        whenCommitted?(publication)
        whenDaemonMayDiffer?(publication)
    }

    private func fail(_ error: StoreError, isCertain: Bool) {
        let ended = stepsAhead.flatMap(\.worldsEndedBehind)
        submitted = []
        open = nil
        // What was done in this turn was built on what is gone.
        store.drop()
        whenFailed?()
        load(fileFlags)
        soft.noteFailure()
        scheduleRevert(atTheEarliest: StateKeeper.patience)
        server?.failWithheld(with: RPCError(error, isCertain: isCertain))
        if !ended.isEmpty {
            publish(Publication(endedWorlds: ended, step: settledStep + 1, before: committed))
        }
    }

    /// Adds what is left to be written; the store is to be closed behind it.
    func close() {
        soft.save()
        submit()
    }

    /// Ends the worlds that end with a connection.
    ///
    /// At once, also in what is committed: nobody is left whom a failing flush could give them back to.
    func forget(_ peer: any Peer) {
        let ended = makers.filter { $0.value == peer.number }.map(\.key)
        guard !ended.isEmpty else { return }
        let before = tellsStateBefore ? committed : nil
        let (author, now) = (Caller(peer: peer).author, now)
        for world in ended {
            makers[world] = nil
            // It may have been dropped before, or be made in a later step.
            _ = try? committed.perform(.dropWorld(world), by: author, at: now)
            for step in submitted {
                _ = try? step.state.perform(.dropWorld(world), by: author, at: now)
            }
            _ = try? open?.state.perform(.dropWorld(world), by: author, at: now)
        }
        version += 1
        guard let ahead else {
            // The worlds are gone from every state: whoever looks from one has subscribed before.
            whenCommitted?(Publication(endedWorlds: ended, step: .max, before: before))
            return
        }
        // A member whose subscription is not answered yet learns the end behind the answer.
        ahead.worldsEndedBehind += ended
        sealOpenStep()
    }

    // MARK: Overrides

    /// When the next override ends, without a copy of the state.
    private var nextDeadline: Moment? {
        if let ahead {
            nextDeadline(of: &ahead.state)
        } else {
            nextDeadline(of: &committed)
        }
    }

    /// As `look`.
    private func nextDeadline(of state: inout State) -> Moment? { state.nextDeadline }

    /// Sees that overrides end when they are to.
    private func scheduleRevert(atTheEarliest pause: Int64 = 1) {
        let next = nextDeadline
        guard next != reverting?.end else { return }
        if let reverting {
            loop.cancel(reverting.timer)
        }
        reverting = next.map { end in
            // A wait is bounded, for the calendar may be set anew meanwhile.
            let wait = max(pause, min(end.milliseconds - now.milliseconds, 60_000))
            let timer = loop.schedule(after: .milliseconds(wait)) { [unowned self] in revert() }
            return (timer, end)
        }
    }

    private func revert() {
        reverting = nil
        do {
            try perform(.revert, by: Author(actor: StateKeeper.daemon))
        } catch {
            preconditionFailure("what was stored before may be stored again: \(error)")
        }
    }

    /// The daemon itself, as history tells of it.
    static let daemon = Actor(
        client: "tunerd",
        pid: Int64(Kernel.processID),
        uid: Kernel.userID
    )
}

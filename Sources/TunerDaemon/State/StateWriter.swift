import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine
import TunerStore

/// Makes every change of the state and adds it to the store.
///
/// If responses do not wait for the disk, the writer also publishes the change.
final class StateWriter {
    private let states: StateVersions
    private let store: StateStore
    private let publishers: Publishers
    /// The log of commits that are published at once; nil if nothing logs them here.
    private let log: ChangeLog?
    /// Whether a mutation may have changed the next end of an override; a plain set never does.
    private var mayHaveMovedEnds = false

    init(_ states: StateVersions, _ store: StateStore, _ publishers: Publishers, _ log: ChangeLog?) {
        self.states = states
        self.store = store
        self.publishers = publishers
        self.log = store.withholdsResponses ? nil : log
    }

    // MARK: Mutations

    /// Performs a caller's mutation; a dry run changes nothing.
    func perform(
        _ mutation: Mutation,
        _ caller: Caller,
        isDryRun: Bool = false
    ) throws(RPCError) -> MutationOutcome {
        if let failure = store.failure, !isDryRun {
            try check(mutation, by: caller.author, needsNoDisk: failure)
        }
        do throws(StateRefusal) {
            // The response shows the newest state, even if it is an error. So it must wait until that state is durable.
            defer {
                if let ahead = states.ahead {
                    caller.peer.withhold(until: ahead.number)
                }
            }
            return try isDryRun ? tried(mutation, by: caller.author).outcome : perform(mutation, by: caller.author)
        } catch {
            throw RPCError(error.hidingValues(of: states.newestSecretKeys))
        }
    }

    /// Returns the value of a key or a member that a caller would see after a mutation, which it does not perform.
    func resolution(of key: Key, after mutation: Mutation, _ caller: Caller) throws(RPCError) -> Resolution {
        do throws(StateRefusal) {
            let view = try View(tried(mutation, by: caller.author).state, from: caller.session.world)
            return view.state.lookUp(key, in: view.world).resolution
        } catch {
            throw RPCError(error)
        }
    }

    /// Performs a mutation on a copy of the newest state.
    private func tried(
        _ mutation: Mutation,
        by author: Author
    ) throws(StateRefusal) -> (outcome: MutationOutcome, state: State) {
        var copy = states.ahead?.state ?? states.committed
        let outcome = try copy.perform(mutation, by: author, at: states.now)
        return (outcome, copy)
    }

    /// Throws if a mutation would make a commit while the disk takes no writes.
    ///
    /// This applies only if responses do not wait for the disk.
    private func check(_ mutation: Mutation, by author: Author, needsNoDisk failure: StoreError) throws(RPCError) {
        var copy = states.committed
        let outcome = try? copy.perform(mutation, by: author, at: states.now)
        guard outcome?.commit == nil else { throw RPCError(failure, isCertain: true) }
    }

    /// Performs a mutation of any author.
    @discardableResult
    func perform(_ mutation: Mutation, by author: Author) throws(StateRefusal) -> MutationOutcome {
        switch mutation {
        case .createWorld, .proposeWorld: states.expectWorld()
        default: break
        }
        let now = states.now
        mayHaveMovedEnds = true
        return try change { [states] (state) throws(StateRefusal) in
            // Note them before the change is published.
            defer { states.noteSecrets(in: state) }
            return try state.perform(mutation, by: author, at: now)
        }
    }

    /// Sets a shared value that does not expire, which is the most frequent write.
    ///
    /// Returns `notPlain`, without a change, if the general way of `perform` must be used.
    func set(_ key: Key, to value: JSON, _ caller: Caller) -> PlainWrite {
        let session = caller.session
        guard !store.hasFailed, session.world == nil else { return .notPlain }
        let (actor, now) = (caller.actor(in: session), states.now)
        let written = change { state in state.set(key, to: value, by: actor, at: now) }
        if written.isPlain, let ahead = states.ahead {
            caller.peer.withhold(until: ahead.number)
        }
        return written
    }

    /// Returns whether changes of a tunable are secret in the newest state.
    @inline(__always)
    func isSecret(_ key: Key) -> Bool {
        states.mayHaveSecrets && states.newestSecretKeys.contains(key)
    }

    /// Replaces the definitions from the flags file, without a commit: the file itself stores them.
    ///
    /// Returns false, without a change, if they must be prepared again for the present state.
    func install(_ prepared: PreparedFileFlags) -> Bool {
        change { state in FlagsFileChange(changes: state.install(prepared)) }.hasChanged
    }

    /// Returns whether a mutation since the last call may have changed the next end of an override.
    func takeMayHaveMovedEnds() -> Bool {
        defer { mayHaveMovedEnds = false }
        return mayHaveMovedEnds
    }

    // MARK: Changing

    /// Changes the newest state, and adds its commit to the lines that the store writes at the end of the turn.
    @inline(__always)
    private func change<Result: StateChange & ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if !store.withholdsResponses, publishers.haveSubscribers {
            return try changeAndPublish(body)
        }
        let result = try store.withholdsResponses ? states.changeAhead(body) : states.changeCommitted(body)
        if let commit = result.commit {
            store.add(commit)
            log?.note(commit)
        }
        return result
    }

    @inline(__always)
    private func changeAndPublish<Result: StateChange & ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = publishers.needStateBefore ? states.committed : nil
        let result = try states.changeCommitted(body)
        if let commit = result.commit {
            store.add(commit)
            log?.note(commit)
        }
        if result.hasChanged {
            var publication = Publication(step: .max)
            publication.note(result)
            publishers.publish(publication, before: before)
        }
        return result
    }
}

extension Actor {
    /// The daemon itself, as the author in the history.
    static let daemon = Actor(client: "tunerd", pid: Int64(Kernel.processID), uid: Kernel.userID)
}

import RPCCore
import StateCore
import TunableEngine

/// The state that a caller sees.
///
/// A caller sees the newest pending state if its responses already wait for a pending step. Otherwise it sees the
/// committed state.
extension StateVersions {
    /// Returns the state that a caller sees.
    func state(for caller: Caller) -> State {
        guard caller.peer.isWithheld, let ahead else { return committed }
        caller.peer.withhold(until: ahead.number)
        return ahead.state
    }

    /// Returns the version of the flags in the state that a caller sees, outside every world.
    func flagsVersion(for caller: Caller) -> String { caller.peer.isWithheld ? newestFlagsVersion : flagsVersion }

    /// Returns the state that a caller sees, viewed from the caller's world.
    func view(for caller: Caller) throws(RPCError) -> View {
        do {
            return try View(state(for: caller), from: caller.session.world)
        } catch {
            throw RPCError(error)
        }
    }

    /// Passes the state that a caller sees to `body` `inout`, which avoids a copy.
    func withState<Result>(for caller: Caller, _ body: (inout State, World?) -> Result) throws(RPCError) -> Result {
        guard caller.peer.isWithheld, let ahead else {
            return try withCommitted { (state) throws(RPCError) in try withState(&state, caller.session.world, body) }
        }
        caller.peer.withhold(until: ahead.number)
        return try withState(&ahead.state, caller.session.world, body)
    }

    private func withState<Result>(
        _ state: inout State,
        _ world: String?,
        _ body: (inout State, World?) -> Result
    ) throws(RPCError) -> Result {
        do throws(StateRefusal) {
            let world = try world.map { (id) throws(StateRefusal) in try state.joinableWorld(id) }
            return body(&state, world)
        } catch {
            throw RPCError(error)
        }
    }

    /// Ends the step that a new subscriber sees and returns its number.
    ///
    /// Later changes belong to later steps.
    func endStep(forSubscriber caller: Caller) -> UInt64 {
        guard caller.peer.isWithheld, let ahead else { return settledStep }
        ahead.mustReleaseFirst = true
        sealOpenStep()
        return ahead.number
    }

    /// Returns the value of a key or a member as a caller sees it, and the revision that last changed the shared value.
    func lookUp(_ key: Key, by caller: Caller) throws(RPCError) -> (resolution: Resolution, revision: Int64) {
        guard !sharesView(with: caller.peer) else { return withCommitted { state in state.lookUp(key, in: nil) } }
        let view = try view(for: caller)
        return view.state.lookUp(key, in: view.world)
    }

    /// Returns a key's value in the committed state.
    func resolved(_ key: Span<UInt8>) -> (resolution: Resolution, revision: Int64) {
        withCommitted { state in state.resolved(key) }
    }

    /// Whether ``preload(_:)`` makes lookups in the committed state faster.
    var gainFromPreloading: Bool { withCommitted { state in state.gainsFromPreloading } }

    /// Requests the memory that lookups of these tunables in the committed state will read.
    func preload(_ keys: borrowing ExpectedKeys) { withCommitted { state in state.preload(keys) } }

    /// The secret keys of the newest state.
    var newestSecretKeys: SecretKeys {
        guard let ahead else { return withCommitted { $0.secretKeys } }
        return StateVersions.secretKeys(of: &ahead.state)
    }

    /// The secret keys of the committed state.
    var committedSecretKeys: SecretKeys { mayHaveSecrets ? withCommitted { $0.secretKeys } : SecretKeys() }

    /// Takes the state `inout`: reading it through the class property would copy it.
    private static func secretKeys(of state: inout State) -> SecretKeys { state.secretKeys }

    /// Returns a flag in the committed state.
    func flag(_ key: Span<UInt8>) -> StoredFlag? {
        withCommitted { state in state.flag(key) }
    }

    /// Returns whether a peer sees the committed state: it is in no world, and its responses do not wait.
    func sharesView(with peer: any Peer) -> Bool {
        !peer.isWithheld && !peer.isInWorld
    }

    /// Returns whether a world exists in the committed state or in the newest pending state.
    func hasWorld(_ id: String) -> Bool { committed.hasWorld(id) || ahead?.state.hasWorld(id) == true }

    /// Returns whether a world that clients can be in exists in the state that a caller sees.
    func hasJoinableWorld(_ id: String, for caller: Caller) -> Bool {
        caller.peer.isWithheld ? state(for: caller).hasJoinableWorld(id) : committed.hasJoinableWorld(id)
    }

    /// Throws if there is no such world in the state that a caller sees, or if the world is a proposal.
    func checkJoinable(_ id: String, for caller: Caller) throws(RPCError) {
        guard !hasJoinableWorld(id, for: caller) else { return }
        throw RPCError(state(for: caller).hasWorld(id) ? .isProposal(id) : .unknownWorld(id))
    }

    /// Throws if the caller's world has ended, or if it is a proposal.
    ///
    /// Otherwise a call for the world would act on the shared values.
    func checkWorld(of caller: Caller) throws(RPCError) {
        if let world = caller.session.world { try checkJoinable(world, for: caller) }
    }
}

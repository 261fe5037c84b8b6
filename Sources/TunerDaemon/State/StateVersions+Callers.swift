import RPCCore
import StateCore
import TunableEngine

/// What a caller sees: the newest pending state if its answers wait for a pending step already, else the committed state.
extension StateVersions {
    /// The state that a caller sees.
    func state(for caller: Caller) -> State {
        guard caller.peer.isWithheld, let ahead else { return committed }
        caller.peer.withhold(until: ahead.number)
        return ahead.state
    }

    /// The state that a caller sees, from inside its world.
    func view(for caller: Caller) throws(RPCError) -> View {
        do {
            return try View(state(for: caller), from: caller.session.world)
        } catch {
            throw RPCError(error)
        }
    }

    /// Lends the state that a caller sees, and the caller's world, without a copy of the state.
    func lendState<Result>(for caller: Caller, _ body: (inout State, World?) -> Result) throws(RPCError) -> Result {
        guard caller.peer.isWithheld, let ahead else {
            return try withCommitted { (state) throws(RPCError) in try lend(&state, caller.session.world, body) }
        }
        caller.peer.withhold(until: ahead.number)
        return try lend(&ahead.state, caller.session.world, body)
    }

    private func lend<Result>(
        _ state: inout State,
        _ world: String?,
        _ body: (inout State, World?) -> Result
    ) throws(RPCError) -> Result {
        do throws(StateRefusal) {
            let world = try world.map { (id) throws(StateRefusal) in try state.world(id) }
            return body(&state, world)
        } catch {
            throw RPCError(error)
        }
    }

    /// Ends the step that a new subscriber sees, and returns its number: everything from now on is in later steps.
    func endStep(forSubscriber caller: Caller) -> UInt64 {
        guard caller.peer.isWithheld, let ahead else { return settledStep }
        ahead.mustReleaseFirst = true
        sealOpenStep()
        return ahead.number
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

    /// A key's value in the committed state.
    func seen(_ key: Span<UInt8>) -> (resolution: Resolution, revision: Int64) {
        withCommitted { state in state.seen(key) }
    }

    /// A flag in the committed state.
    func flag(_ key: Span<UInt8>) -> StoredFlag? {
        withCommitted { state in state.flag(key) }
    }

    /// Whether a peer sees what everybody sees: it is in no world, and its answers wait for nothing.
    func sharesView(with peer: any Peer) -> Bool {
        !peer.isWithheld && !peer.isInWorld
    }

    /// Whether there is a world, in the committed state or the newest one.
    func hasWorld(_ id: String) -> Bool { committed.hasWorld(id) || ahead?.state.hasWorld(id) == true }

    /// Whether there is a world, as far as a caller may know.
    func hasWorld(_ id: String, for caller: Caller) -> Bool {
        caller.peer.isWithheld ? state(for: caller).hasWorld(id) : committed.hasWorld(id)
    }
}

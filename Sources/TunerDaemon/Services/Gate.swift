import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// Decides whether a caller may call a method at all, before its parameters are read.
final class Gate {
    private let rule: AccessRule
    private let states: StateVersions
    private let deliveries: Deliveries

    init(_ rule: AccessRule, _ states: StateVersions, _ deliveries: Deliveries) {
        self.rule = rule
        self.states = states
        self.deliveries = deliveries
    }

    /// What lets callers in to one method, or refuses them.
    func admission(
        to method: StaticString,
        _ access: Access,
        _ scope: Scope
    ) -> (any Peer) throws(RPCError) -> Void {
        { [self] (peer: any Peer) throws(RPCError) in try admit(peer, to: method, access, scope) }
    }

    /// Refuses those who may not do this, and those whose world has ended: nothing meant for it may land elsewhere.
    func admit(_ peer: any Peer, to method: StaticString, _ access: Access, _ scope: Scope) throws(RPCError) {
        guard rule.allows(access, to: peer.credentials) else { throw RPCError.denied(method, access) }
        deliveries.catchUp(peer)
        if case .daemon = scope { return }
        guard states.mayHaveWorlds || peer.isInWorld else { return }
        let caller = Caller(peer: peer)
        caller.lookForWorld(if: states.mayHaveWorlds)
        if let world = caller.session.world, !states.hasWorld(world, for: caller) {
            throw RPCError(.unknownWorld(world))
        }
    }
}

extension Caller {
    /// Joins the world that the environment of the peer's process names, unless the client said hello with one or without.
    fileprivate func lookForWorld(if hasWorlds: Bool) {
        let session = session
        guard hasWorlds, !session.hasLookedForWorld else { return }
        session.hasLookedForWorld = true
        session.world = Kernel.environmentVariable("TUNER_WORLD", of: peer.credentials.pid)
    }
}

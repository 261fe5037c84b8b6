import RPCCore
import StateCore
import TunerAPI

/// Decides whether a caller may call a method, before its parameters are read.
struct Gate {
    let rule: AccessRule
    let states: StateVersions

    /// Refuses a peer that may not call methods of this access.
    func check(_ peer: any Peer, _ method: StaticString, _ access: Access) throws(RPCError) {
        guard rule.allows(access, to: peer.credentials) else { throw RPCError.denied(method, access) }
    }

    /// Refuses a caller whose world has ended: nothing meant for it may be done elsewhere.
    func checkWorld(of caller: Caller) throws(RPCError) {
        if let world = caller.session.world, !states.hasWorld(world, for: caller) {
            throw RPCError(.unknownWorld(world))
        }
    }
}

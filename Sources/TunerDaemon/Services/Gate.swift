import RPCCore
import StateCore
import TunerAPI

/// Decides whether a caller may call a method, before the parameters are read.
struct Gate {
    let rule: AccessRule
    let states: StateVersions

    /// Throws if the peer may not call methods with this access.
    func check(_ peer: any Peer, _ method: StaticString, _ access: Access) throws(RPCError) {
        guard rule.allows(access, to: peer.credentials) else { throw RPCError.denied(method, access) }
    }

    /// Throws if the caller's world has ended.
    ///
    /// Otherwise a call for the world would act on the shared values.
    func checkWorld(of caller: Caller) throws(RPCError) {
        if let world = caller.session.world, !states.hasWorld(world, for: caller) {
            throw RPCError(.unknownWorld(world))
        }
    }
}

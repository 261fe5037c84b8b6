import RPCCore
import TunerAPI

/// Decides whether a caller may call a method, before the parameters are read.
struct Gate {
    let rule: AccessRule

    /// Throws if the peer may not call methods with this access.
    func check(_ peer: any Peer, _ method: StaticString, _ access: Access) throws(RPCError) {
        guard rule.allows(access, to: peer.credentials) else { throw RPCError.denied(method, access) }
    }
}

import JSONCore
package import RPCCore
import StateCore
import SystemCore

/// The client that calls a method, as the method's handler sees it.
package struct Caller {
    package let peer: any Peer

    /// The data that the daemon keeps about the connection, created at first use.
    var session: Session {
        if let session = peer.session as? Session { return session }
        let session = Session()
        peer.session = session
        return session
    }

    /// Returns the author of the caller's changes, as the history shows it.
    ///
    /// The parameter avoids another lookup of the session.
    func actor(in session: Session) -> Actor {
        if let actor = session.actor { return actor }
        let credentials = peer.credentials
        let actor = Actor(
            client: session.client ?? Kernel.processName(of: credentials.pid) ?? "unknown",
            pid: Int64(credentials.pid),
            uid: credentials.uid
        )
        session.actor = actor
        return actor
    }

    /// The context that the daemon adds for targeting rules; a client cannot replace it.
    var identity: JSONObject {
        let session = session
        if let identity = session.identity { return identity }
        let actor = actor(in: session)
        let identity: JSONObject = [
            "caller": ["uid": .integer(Int64(actor.uid)), "client": .string(actor.client)]
        ]
        session.identity = identity
        return identity
    }

    /// Returns whether the caller may see a world: only members, the daemon's user and root may.
    func maySee(_ world: String, _ rule: AccessRule) -> Bool {
        session.world == world || rule.isPrivileged(peer.credentials)
    }

    /// The author of the caller's changes, with the caller's world.
    var author: Author {
        let session = session
        return Author(actor: actor(in: session), isNamed: session.client != nil, world: session.world)
    }
}

extension Peer {
    /// Whether the peer is a member of a world.
    var isInWorld: Bool { (session as? Session)?.world != nil }
}

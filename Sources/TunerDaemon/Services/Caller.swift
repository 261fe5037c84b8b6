import JSONCore
package import RPCCore
import StateCore
import SystemCore

/// Who calls a method, as its handler sees it.
package struct Caller {
    /// The connection.
    package let peer: any Peer

    /// What is remembered of it; made when first needed.
    var session: Session {
        if let session = peer.session as? Session { return session }
        let session = Session()
        peer.session = session
        return session
    }

    /// Who calls, as history shows it; the caller passes the session that it has already.
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

    /// Who calls, as flags' rules see it: what it cannot say otherwise of itself.
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

    /// Joins the world that the environment of the peer's process names, unless the client said hello with one or without.
    func joinWorldOfProcess() {
        let session = session
        guard !session.hasLookedForWorld else { return }
        session.hasLookedForWorld = true
        session.world = Kernel.environmentVariable("TUNER_WORLD", of: peer.credentials.pid)
    }

    /// Who asks for a change.
    var author: Author {
        let session = session
        return Author(actor: actor(in: session), isNamed: session.client != nil, world: session.world)
    }
}

extension Peer {
    /// Whether the peer has joined a world.
    var isInWorld: Bool { (session as? Session)?.world != nil }
}

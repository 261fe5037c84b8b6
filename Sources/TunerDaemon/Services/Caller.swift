package import RPCCore
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

    /// The client's name: what it said, else its process's.
    var name: String {
        session.client ?? Kernel.processName(of: peer.credentials.pid) ?? "unknown"
    }
}

package import SystemCore
package import TunerAPI

/// Who may do what, of those who can connect.
///
/// The kernel lets nobody else than the socket's group through its folder, so a stranger here is a member of it. The
/// peer's own group would not tell: it may be a member by another of its groups.
package struct AccessRule: Equatable, Sendable {
    /// Who runs the daemon.
    package let owner: UInt32
    /// Whose members may connect too, where the socket was opened to a group.
    package let group: UInt32?
    /// Whether that group may also change things.
    package let groupWrites: Bool

    package init(owner: UInt32, group: UInt32? = nil, groupWrites: Bool = false) {
        self.owner = owner
        self.group = group
        self.groupWrites = groupWrites
    }

    /// Whether a peer may call methods of a kind; the others are `denied`.
    package func allows(_ access: Access, to peer: PeerCredentials) -> Bool {
        guard !seesAllWorlds(peer) else { return true }
        guard group != nil else { return false }
        return access == .reads || groupWrites
    }

    /// Whether a peer sees worlds that it is no member of: only the daemon's user and root do.
    package func seesAllWorlds(_ peer: PeerCredentials) -> Bool {
        peer.uid == owner || peer.uid == 0
    }
}

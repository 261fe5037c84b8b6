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
        guard !isPrivileged(peer) else { return true }
        guard group != nil else { return false }
        return access == .reads || groupWrites
    }

    /// The daemon's user and root: they may call every method, see every world, and have connections reserved.
    package var privilegedUsers: Set<UInt32> { [0, owner] }

    /// Whether a peer runs as one of the privileged users.
    package func isPrivileged(_ peer: PeerCredentials) -> Bool {
        peer.uid == owner || peer.uid == 0
    }
}

package import SystemCore
package import TunerAPI

/// Decides which methods a connected user may call.
///
/// The kernel lets only the socket's group through the socket's directory. So a peer that is neither root nor the
/// daemon's user is a member of that group. The peer's own group ID does not show this: the membership may come from a
/// supplementary group.
package struct AccessRule: Equatable, Sendable {
    /// The ID of the daemon's user.
    package let owner: UInt32
    /// The ID of the group whose members may connect; nil if no group was named.
    package let group: UInt32?
    /// Whether the members of the group may also write.
    package let groupWrites: Bool

    package init(owner: UInt32, group: UInt32? = nil, groupWrites: Bool = false) {
        self.owner = owner
        self.group = group
        self.groupWrites = groupWrites
    }

    /// Returns whether a peer may call methods with an access; other calls fail with `denied`.
    package func allows(_ access: Access, to peer: PeerCredentials) -> Bool {
        guard !isPrivileged(peer) else { return true }
        guard group != nil else { return false }
        return access == .reads || groupWrites
    }

    /// The daemon's user and root.
    ///
    /// They may call every method and see every world, and connections are reserved for them.
    package var privilegedUsers: Set<UInt32> { [0, owner] }

    /// Returns whether a peer runs as one of the privileged users.
    package func isPrivileged(_ peer: PeerCredentials) -> Bool {
        peer.uid == owner || peer.uid == 0
    }
}

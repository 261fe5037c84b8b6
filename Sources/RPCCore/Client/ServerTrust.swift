package import SystemCore

/// Whose server a client talks to.
///
/// A client believes what it is told, so it looks first where the socket stands, and then who answers.
package enum ServerTrust: Equatable, Sendable {
    /// Whoever answers: the user named the socket.
    case anyone
    /// A server of this user or of root, in a folder that nobody else can change.
    case user(UInt32)

    /// Looks at the folder before anything is sent there; a folder that is not there holds no server to distrust.
    package func check(folderOf address: UnixAddress) throws(ClientError) {
        guard case .user(let user) = self else { return }
        let folder = Path.folder(of: address.path)
        let status: FileStatus
        do {
            status = try Kernel.status(of: folder, followingLinks: false)
        } catch {
            throw .unreachable(error)
        }
        if let fault = status.folderFault(for: user) {
            throw .distrusted(.folder(folder, fault))
        }
    }

    /// Looks at who made the socket that answers at an address.
    ///
    /// For a socket that a service manager has made, that is the manager.
    package func check(_ server: PeerCredentials, at address: UnixAddress) throws(ClientError) {
        guard case .user(let user) = self, server.uid != user, server.uid != 0 else { return }
        throw .distrusted(.server(address.path, user: server.uid))
    }
}

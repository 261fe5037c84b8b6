package import SystemCore

/// The servers that a client trusts.
///
/// In a directory that other users can write to, anyone could replace the socket. So the client checks the directory
/// before it connects, and the server's user after that.
package enum ServerTrust: Equatable, Sendable {
    /// Any server, because the user named the socket explicitly.
    case anyone
    /// A server of this user or of root, in a directory that no other user can change.
    case user(UInt32)

    /// Throws if the status of the socket's directory cannot be read, or if other users can change the directory.
    package func check(directoryOf address: UnixAddress) throws(ClientError) {
        guard case .user(let user) = self else { return }
        let directory = Path.directory(of: address.path)
        let status: FileStatus
        do {
            status = try Kernel.status(of: directory, followingLinks: false)
        } catch {
            throw .unreachable(error)
        }
        if let fault = status.directoryFault(for: user) {
            throw .distrusted(.directory(directory, fault))
        }
    }

    /// Throws if the process that created the listening socket belongs to an untrusted user.
    ///
    /// For a socket that a service manager created, that process is the service manager.
    package func check(_ server: PeerCredentials, at address: UnixAddress) throws(ClientError) {
        guard case .user(let user) = self, server.uid != user, server.uid != 0 else { return }
        throw .distrusted(.server(address.path, user: server.uid))
    }
}

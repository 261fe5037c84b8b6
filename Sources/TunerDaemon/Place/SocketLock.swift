package import SystemCore
package import TunerAPI

/// The proof that no other daemon may touch the socket's path; it ends with the value, or with the process.
package struct SocketLock: ~Copyable {
    package let address: UnixAddress
    /// Who may connect besides the user.
    package let group: SocketGroup?
    private let lock: FileLock

    /// Makes the socket's folder fit, and takes the lock beside the socket, which is not touched.
    package init(on socket: SocketPath, for group: SocketGroup?) throws(PlaceError) {
        let address = try SocketLock.address(socket.path)
        try SocketFolder(path: Path.folder(of: address.path), isOurs: socket.isDefault).prepare(for: group)
        lock = try FileLock.take("\(address.path).lock", .socket) { pid in .socketInUse(address.path, pid: pid) }
        self.address = address
        self.group = group
    }

    private static func address(_ path: String) throws(PlaceError) -> UnixAddress {
        guard !Path.namesFolder(path) || path.isEmpty else { throw .socketIsFolder(path) }
        do {
            return try UnixAddress(path)
        } catch {
            throw .socketPath(path, error)
        }
    }
}

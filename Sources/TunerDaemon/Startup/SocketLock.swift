package import SystemCore
package import TunerAPI

/// The lock on a socket's path, held until the value or the process ends.
package struct SocketLock: ~Copyable {
    package let address: UnixAddress
    /// The group whose members may connect, in addition to the daemon's user.
    package let group: SocketGroup?
    private let lock: FileLock

    /// Prepares the socket's directory and acquires the lock file beside the socket; the socket itself is not changed.
    package init(on socket: SocketPath, for group: SocketGroup?) throws(StartupError) {
        let address = try SocketLock.address(socket.path)
        try SocketDirectory(path: Path.directory(of: address.path), isOurs: socket.isDefault).prepare(for: group)
        lock = try FileLock.acquire(SocketPath.lock(of: address.path), .socket) { pid in
            .socketInUse(address.path, pid: pid)
        }
        self.address = address
        self.group = group
    }

    private static func address(_ path: String) throws(StartupError) -> UnixAddress {
        guard !Path.namesDirectory(path) || path.isEmpty else { throw .socketIsDirectory(path) }
        do {
            return try UnixAddress(path)
        } catch {
            throw .socketPath(path, error)
        }
    }
}

package import SystemCore

/// A socket that the daemon has created and removes at its end, unless another file has replaced it.
package struct BoundSocket: ~Copyable {
    package let path: String
    private let identity: FileStatus.Identity
    private let lock: SocketLock
    private var listener: Descriptor?
    private var exists = true

    /// Creates a socket and listens on it.
    ///
    /// This replaces a stale socket of a daemon that has exited, and no other file.
    package init(holding lock: consuming SocketLock) throws(StartupError) {
        try BoundSocket.clear(lock.address)
        let listener = try BoundSocket.listen(lock)
        identity = try BoundSocket.identity(of: lock.address)
        path = lock.address.path
        self.lock = lock
        self.listener = consume listener
    }

    deinit {
        if exists {
            BoundSocket.remove(path, identity)
        }
    }

    /// Returns the listening descriptor, which the caller then owns; nil at later calls.
    package mutating func takeListener() -> Descriptor? { listener.take() }

    /// Removes the socket's file, so that no new client can connect.
    ///
    /// This leaves a file of another program in place. Call it before closing the listener: while the socket is open,
    /// no other file can have its inode number.
    package mutating func withdraw() {
        guard exists else { return }
        exists = false
        BoundSocket.remove(path, identity)
    }

    private static func listen(_ lock: borrowing SocketLock) throws(StartupError) -> Descriptor {
        let path = lock.address.path
        let listener: Descriptor
        do {
            listener = try Kernel.listen(at: lock.address, mode: 0o600)
        } catch {
            throw .failed(error, .socket)
        }
        if let group = lock.group {
            do {
                try PrivateDirectory.give(path, to: group, mode: 0o660)
            } catch {
                try? Kernel.removeFile(path)
                throw error
            }
        }
        return listener
    }

    private static func identity(of address: UnixAddress) throws(StartupError) -> FileStatus.Identity {
        do {
            return try Kernel.status(of: address.path, followingLinks: false).identity
        } catch {
            throw .failed(error, .socket)
        }
    }

    private static func remove(_ path: String, _ identity: FileStatus.Identity) {
        guard let status = try? Kernel.status(of: path, followingLinks: false), status.identity == identity else {
            return
        }
        // If this fails, the next start replaces the socket.
        try? Kernel.removeFile(path)
    }

    /// Removes a stale socket; throws if a process listens on the socket, or if another kind of file is at the path.
    private static func clear(_ address: UnixAddress) throws(StartupError) {
        let path = address.path
        let occupant: Occupant
        do {
            occupant = try Occupant(of: address)
            if occupant == .stale {
                try Kernel.removeFile(path)
            }
        } catch {
            throw .failed(error, .socket)
        }
        switch occupant {
        case .absent, .stale: return
        case .listening(let pid): throw .socketHasListener(path, pid: pid)
        case .other(let kind): throw .inTheWay(path, kind)
        }
    }
}

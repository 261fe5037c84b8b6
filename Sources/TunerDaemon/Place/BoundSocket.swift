package import SystemCore

/// The daemon's own socket, which it has made and takes away again, as long as it is still its own.
package struct BoundSocket: ~Copyable {
    package let path: String
    private let identity: FileStatus.Identity
    private let lock: SocketLock
    private var listener: Descriptor?
    private var isThere = true

    /// Binds and listens where nobody else does: what a daemon that is gone has left is replaced, all else stays.
    package init(holding lock: consuming SocketLock) throws(PlaceError) {
        try BoundSocket.clear(lock.address)
        let listener = try BoundSocket.listen(lock)
        identity = try BoundSocket.identity(of: lock.address)
        path = lock.address.path
        self.lock = lock
        self.listener = consume listener
    }

    deinit {
        if isThere {
            BoundSocket.remove(path, identity)
        }
    }

    /// Gives up the descriptor that listens; nil when it was given before.
    package mutating func takeListener() -> Descriptor? { listener.take() }

    /// Takes the socket's file away, so that nobody comes any more; one that is not ours stays.
    ///
    /// While the socket listens its file's identity is given to no other: do this before it is closed.
    package mutating func withdraw() {
        guard isThere else { return }
        isThere = false
        BoundSocket.remove(path, identity)
    }

    private static func listen(_ lock: borrowing SocketLock) throws(PlaceError) -> Descriptor {
        let path = lock.address.path
        let listener: Descriptor
        do {
            listener = try Kernel.listen(at: lock.address, mode: 0o600)
        } catch {
            throw .failed(error, .socket)
        }
        if let group = lock.group {
            do {
                try OwnFolder.give(path, to: group, mode: 0o660)
            } catch {
                try? Kernel.removeFile(path)
                throw error
            }
        }
        return listener
    }

    private static func identity(of address: UnixAddress) throws(PlaceError) -> FileStatus.Identity {
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
        // What cannot be removed is replaced at the next start.
        try? Kernel.removeFile(path)
    }

    /// Makes room: removes a socket that nobody listens on.
    private static func clear(_ address: UnixAddress) throws(PlaceError) {
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
        case .nobody, .stale: return
        case .someone(let pid): throw .socketAnswers(path, pid: pid)
        case .other(let kind): throw .inTheWay(path, kind)
        }
    }
}

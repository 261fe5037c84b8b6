package import SystemCore

/// Sockets that a service manager has made: they listen already, and their files and modes are the manager's.
package struct InheritedSockets: ~Copyable {
    /// Where the first one that has a path is.
    package private(set) var path: String?
    /// Owned: none of them is closed elsewhere.
    private var listeners: [Int32] = []

    /// Takes over what the environment counts; each must be a Unix stream socket that listens.
    ///
    /// A group is let in by rule only where not everyone can connect.
    package init(
        _ environment: ServiceEnvironment,
        for group: SocketGroup?,
        processID: Int32 = Kernel.processID
    ) throws(PlaceError) {
        for number in try environment.inherited(by: processID) {
            guard let descriptor = Descriptor(inherited: number) else { throw .inheritedNothing(number) }
            try add(descriptor, for: group)
        }
    }

    deinit {
        for raw in listeners {
            _ = Descriptor(owning: raw)
        }
    }

    package var isEmpty: Bool { listeners.isEmpty }

    /// Gives up the next descriptor that listens; nil when all were given.
    package mutating func takeListener() -> Descriptor? {
        listeners.isEmpty ? nil : Descriptor(owning: listeners.removeFirst())
    }

    private mutating func add(_ descriptor: consuming Descriptor, for group: SocketGroup?) throws(PlaceError) {
        guard Kernel.isUnixListener(descriptor) else { throw .inheritedNoListener(descriptor.raw) }
        let path: String?
        let isOpenToAll: Bool
        do {
            // An event loop's listener must not wait; that is no change that shows on the file.
            try Kernel.setNonBlocking(descriptor)
            path = try Kernel.path(of: descriptor)
            // To connect is to write. A socket without a path has no mode.
            isOpenToAll =
                try path.map { (path) throws(SystemError) in try Kernel.status(of: path).mode & 0o002 != 0 } ?? true
        } catch {
            throw .failed(error, .manager)
        }
        if let group, isOpenToAll {
            throw .inheritedOpenToAll(path, group)
        }
        self.path = self.path ?? path
        listeners.append(descriptor.release())
    }
}

package import ServiceCore
package import SystemCore

/// The listening sockets that a service manager has created.
///
/// The manager owns their files and modes.
package struct InheritedSockets: ~Copyable {
    /// The path of the first socket that has one.
    package private(set) var path: String?
    /// The owned descriptors; `deinit` closes the remaining ones.
    private var listeners: [Int32] = []

    /// Takes ownership of the descriptors that the environment names; each must be a listening Unix stream socket.
    ///
    /// If a group is given, this refuses sockets to which all users can connect.
    package init(
        _ environment: ServiceEnvironment,
        for group: SocketGroup?,
        processID: Int32 = Kernel.processID
    ) throws(StartupError) {
        let numbers: Range<Int32>
        do {
            numbers = try environment.inherited(by: processID)
        } catch {
            throw .variable(error)
        }
        for number in numbers {
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

    /// Returns the next listening descriptor, which the caller then owns; nil if none is left.
    package mutating func takeListener() -> Descriptor? {
        listeners.isEmpty ? nil : Descriptor(owning: listeners.removeFirst())
    }

    private mutating func add(_ descriptor: consuming Descriptor, for group: SocketGroup?) throws(StartupError) {
        guard Kernel.isUnixListener(descriptor) else { throw .inheritedNoListener(descriptor.raw) }
        let path: String?
        let isOpenToAll: Bool
        do {
            // An event loop needs a nonblocking listener. This does not change the manager's file.
            try Kernel.setNonBlocking(descriptor)
            path = try Kernel.path(of: descriptor)
            // Connecting needs write permission. A socket without a path has no mode.
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

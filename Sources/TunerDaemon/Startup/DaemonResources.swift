package import ServiceCore
package import SystemCore
import TunerAPI

/// The resources of a daemon that no other daemon may share: its state directory and its listening sockets.
///
/// The value holds their locks, so it must live as long as the daemon.
package struct DaemonResources: ~Copyable {
    /// The group whose members may connect, in addition to the daemon's user.
    package let group: SocketGroup?
    /// The path of the socket; nil if the socket has no path.
    package let path: String?
    /// Whether clients use this socket by default.
    package let isDefaultSocket: Bool
    private let state: StateLock
    private var bound: BoundSocket?
    private var inherited: InheritedSockets

    /// Acquires the path of the socket unless a service manager has passed sockets, then the state, then listens.
    ///
    /// The path is first: of several daemons that start at once with the same options, each loser reports the socket. Call
    /// this before the process opens any descriptor.
    package init(_ request: ResourceRequest, _ environment: ServiceEnvironment) throws(StartupError) {
        let group = try request.group.map { (name) throws(StartupError) in try SocketGroup(named: name) }
        guard let statePath = request.state else { throw .noStatePath }
        // Do this before opening anything: a new descriptor could get the number of a missing inherited one.
        let inherited = try InheritedSockets(environment, for: group)
        var lock = inherited.isEmpty ? try SocketLock(on: request.socket, for: group) : nil
        let state = try StateLock(on: statePath)
        let bound: BoundSocket? = if let lock = lock.take() { try BoundSocket(holding: lock) } else { nil }
        path = inherited.isEmpty ? request.socket.path : inherited.path
        isDefaultSocket = inherited.isEmpty && request.socket.isDefault
        self.group = group
        self.state = state
        self.bound = bound
        self.inherited = inherited
    }

    /// The path of the state directory.
    package var stateDirectory: String { state.directory }

    /// Passes each listening socket to `body`, once.
    package mutating func listen(
        _ body: (consuming Descriptor) throws(SystemError) -> Void
    ) throws(SystemError) {
        while let listener = takeListener() {
            try body(listener)
        }
    }

    /// Removes the socket's file, before the daemon stops listening.
    ///
    /// The socket of a service manager stays.
    package mutating func withdraw() {
        bound?.withdraw()
    }

    private mutating func takeListener() -> Descriptor? {
        if let listener = bound?.takeListener() { return listener }
        return inherited.takeListener()
    }
}

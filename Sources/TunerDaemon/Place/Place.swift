package import SystemCore
import TunerAPI

/// A daemon's place: a state that is its own alone, and sockets that listen.
///
/// It holds the locks for as long as it lives, so it lives as long as the daemon.
package struct Place: ~Copyable {
    /// Who may connect besides the user.
    package let group: SocketGroup?
    /// Where clients find the daemon; nil where its socket has no path.
    package let path: String?
    /// Whether clients that are not told where the daemon is come here.
    package let isWhereClientsLook: Bool
    private let state: StateLock
    private var bound: BoundSocket?
    private var inherited: InheritedSockets

    /// Takes the place: first the state, then a socket, unless a service manager has passed some.
    ///
    /// Call it before the process opens anything.
    package init(_ request: PlaceRequest, _ environment: ServiceEnvironment) throws(PlaceError) {
        let group = try request.group.map { (name) throws(PlaceError) in try SocketGroup(named: name) }
        guard let statePath = request.state else { throw .noStatePath }
        // Before anything is opened here: it could have a number that was promised.
        let inherited = try InheritedSockets(environment, for: group)
        let state = try StateLock(on: statePath)
        let bound = inherited.isEmpty ? try BoundSocket(holding: try SocketLock(on: request.socket, for: group)) : nil
        path = inherited.isEmpty ? request.socket.path : inherited.path
        isWhereClientsLook = inherited.isEmpty && request.socket.isDefault
        self.group = group
        self.state = state
        self.bound = bound
        self.inherited = inherited
    }

    /// The folder that holds the state.
    package var stateFolder: String { state.folder }

    /// Hands over each socket that listens, once.
    package mutating func listen(
        _ body: (consuming Descriptor) throws(SystemError) -> Void
    ) throws(SystemError) {
        while let listener = takeListener() {
            try body(listener)
        }
    }

    /// Lets nobody find the daemon any more, before it stops listening; a socket that a manager made stays.
    package mutating func withdraw() {
        bound?.withdraw()
    }

    private mutating func takeListener() -> Descriptor? {
        if let listener = bound?.takeListener() { return listener }
        return inherited.takeListener()
    }
}

package import TunerAPI

/// Where a daemon is asked to be.
package struct PlaceRequest: Equatable, Sendable {
    package var socket: SocketPath
    /// None where neither an option nor a variable says.
    package var state: StatePath?
    /// The name of the group that may connect.
    package var group: String?

    package init(socket: SocketPath, state: StatePath?, group: String? = nil) {
        self.socket = socket
        self.state = state
        self.group = group
    }
}

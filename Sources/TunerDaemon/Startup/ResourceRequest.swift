package import TunerAPI

/// The paths and the group that the command line and the environment name.
package struct ResourceRequest: Equatable, Sendable {
    package var socket: SocketPath
    /// The path of the state; nil if neither an option nor a variable names one.
    package var state: StatePath?
    package var group: String?

    package init(socket: SocketPath, state: StatePath?, group: String? = nil) {
        self.socket = socket
        self.state = state
        self.group = group
    }
}

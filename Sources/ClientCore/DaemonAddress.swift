package import RPCCore
import SystemCore
import TunerAPI

/// Where the daemon's socket is, and whom a client trusts there.
package struct DaemonAddress: Sendable {
    /// The variable that names the world of a process and of what it starts.
    package static let worldVariable = "TUNER_WORLD"

    /// The world that this process belongs to; an empty name is none.
    package static var world: String? {
        Kernel.environment(worldVariable).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The socket's path, as the user knows it.
    package let path: String
    /// Who may answer there.
    package let trust: ServerTrust

    /// Finds the address from an option and the environment.
    package init(socket: String?) {
        let place = SocketPath(option: socket, user: Kernel.userID, environment: Kernel.environmentPath)
        path = place.path
        trust = place.isNamed ? .anyone : .user(Kernel.userID)
    }
}

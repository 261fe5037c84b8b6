package import RPCCore
package import SystemCore
import TunerAPI

/// The location of the daemon's socket, and which daemon a client trusts there.
package struct DaemonAddress: Sendable {
    /// The environment variable that names the world of a process and of its child processes.
    package static let worldVariable = "TUNER_WORLD"

    /// The world of this process; nil if the variable is unset or empty.
    package static var world: String? {
        Kernel.environment(worldVariable).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The path of the socket, in the spelling for messages.
    package let path: String
    /// Whose daemon the client accepts: any user's if the caller named the socket, otherwise that of this user or root.
    package let trust: ServerTrust

    /// Creates the address from the value of the socket option, or from the environment if `socket` is nil.
    package init(socket: String?) {
        let socketPath = SocketPath(option: socket, user: Kernel.userID, environment: Kernel.environmentPath)
        path = socketPath.path
        trust = socketPath.isNamed ? .anyone : .user(Kernel.userID)
    }

    /// Creates the address of a socket, for a caller that knows whom it trusts.
    package init(_ path: String, trust: ServerTrust) {
        (self.path, self.trust) = (path, trust)
    }

    /// Returns a non-blocking connection to a trusted daemon.
    package func connect() throws(LinkFault) -> Descriptor {
        let socket: UnixAddress
        do {
            socket = try UnixAddress(path)
        } catch {
            throw .noAddress(error)
        }
        do {
            return try trust.connect(to: socket, within: .zero)
        } catch {
            throw .client(error)
        }
    }
}

import JSONCore
package import SystemCore

/// The reason why a client refuses to use a socket that the user did not name explicitly.
package enum TrustFault: Error, Equatable, Sendable {
    /// Other users could have replaced the socket in this directory.
    case directory(String, DirectoryFault)
    /// The server runs as a user who is neither the client's user nor root.
    case server(String, user: UInt32)
}

extension TrustFault: CustomStringConvertible {
    /// One sentence for the user of a program with the option `--socket`.
    package var description: String { "\(reason); to connect anyway, name the socket with --socket" }

    /// The reason alone.
    package var reason: String {
        switch self {
        case .directory(let directory, let fault):
            "\(directory.shownWhole) \(fault.reason), so another user could replace the socket"
        case .server(let path, let user):
            "the server at \(path.shownWhole) runs as user \(user), which is neither you nor root"
        }
    }
}

import JSONCore
package import SystemCore

/// Why a client does not talk to a server that it was not told to.
package enum Distrust: Error, Equatable, Sendable {
    /// Others could have put the server there.
    case folder(String, FolderFault)
    /// The server runs as someone who is neither the client's user nor root.
    case server(String, user: UInt32)
}

extension Distrust: CustomStringConvertible {
    /// One sentence for a person.
    package var description: String {
        switch self {
        case .folder(let folder, let fault):
            "\(folder.shownWhole) \(fault.reason), so that anyone may answer there; \(Distrust.wayOut)"
        case .server(let path, let user):
            "the server at \(path.shownWhole) runs as user \(user), who is neither you nor root; \(Distrust.wayOut)"
        }
    }

    private static let wayOut = "if that is what you want, name the socket with --socket"
}

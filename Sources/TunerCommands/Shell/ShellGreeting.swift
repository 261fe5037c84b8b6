import JSONCore

/// The lines that a shell prints at its start on a terminal.
enum ShellGreeting: Equatable {
    /// The version is nil if the daemon does not report it.
    case connected(version: String?, socket: String)
    case noDaemon(socket: String)

    /// Reads the version from the result of `server.info`.
    init(_ info: JSON, socket: String) {
        var version: String?
        if case .object(let facts) = info, case .string(let text)? = facts["version"] { version = text }
        self = .connected(version: version, socket: socket)
    }

    var text: String {
        switch self {
        case .connected(let version, let socket):
            """
            tunerd\(version.map { " \($0.shown)" } ?? "") responds at \(socket.shownWhole)
            Type help to list the commands, or press Ctrl-D to exit.

            """
        case .noDaemon(let socket):
            """
            No daemon responds at \(socket.shownWhole). Type start to start one.
            Type help to list the commands, or press Ctrl-D to exit.

            """
        }
    }
}

/// The path of the daemon's socket, and the setting that it comes from.
package struct SocketPath: Equatable, Sendable {
    /// The setting that a path comes from, in the order of precedence.
    package enum Source: Equatable, Sendable, CaseIterable {
        /// `--socket`.
        case option
        /// `$TUNER_SOCKET`.
        case variable
        /// `$XDG_RUNTIME_DIR`.
        case runtimeDirectory
        /// The directory for temporary files, if nothing else is set.
        case temporaryDirectory
    }

    /// The paths without the option, in the order of precedence; `$UID` is the user's number.
    package static let defaults = [
        "$TUNER_SOCKET", "$XDG_RUNTIME_DIR/tuner/tunerd.sock", "/tmp/tuner-$UID/tunerd.sock",
    ]

    /// The name of the socket in its directory, unless a path is set.
    package static let usualName = "tunerd.sock"

    package let path: String
    package let source: Source

    /// Creates the path for a user; an empty variable counts as unset.
    package init(option: String?, user: UInt32, environment: (String) -> String?) {
        if let option {
            path = option
            source = .option
        } else if let variable = environment("TUNER_SOCKET"), !variable.isEmpty {
            path = variable
            source = .variable
        } else if let directory = XDG.directory("XDG_RUNTIME_DIR", environment) {
            path = "\(directory)/tuner/\(Self.usualName)"
            source = .runtimeDirectory
        } else {
            path = "/tmp/tuner-\(user)/\(Self.usualName)"
            source = .temporaryDirectory
        }
    }

    /// Returns the path of the lock file of a socket, which a daemon holds from its start to its end.
    package static func lock(of socket: String) -> String { "\(socket).lock" }

    /// Whether the user named the path on the command line, so that a client trusts it without a check.
    package var isNamed: Bool { source == .option }

    /// Whether the path is in a private directory, and the same at each start.
    package var isDefault: Bool { source == .runtimeDirectory || source == .temporaryDirectory }
}

/// Where the daemon's socket is, and who says so.
package struct SocketPath: Equatable, Sendable {
    /// Who says so; the first that has something to say counts.
    package enum Source: Equatable, Sendable, CaseIterable {
        /// `--socket`.
        case option
        /// `$TUNER_SOCKET`.
        case variable
        /// `$XDG_RUNTIME_DIR`.
        case runtimeDirectory
        /// Nobody: there is always a directory for temporary files.
        case temporaryDirectory
    }

    package let path: String
    package let source: Source

    /// Finds the path for a user; a variable that is empty counts as unset.
    package init(option: String?, user: UInt32, environment: (String) -> String?) {
        if let option {
            path = option
            source = .option
        } else if let variable = environment("TUNER_SOCKET"), !variable.isEmpty {
            path = variable
            source = .variable
        } else if let directory = XDG.directory("XDG_RUNTIME_DIR", environment) {
            path = "\(directory)/tuner/tunerd.sock"
            source = .runtimeDirectory
        } else {
            path = "/tmp/tuner-\(user)/tunerd.sock"
            source = .temporaryDirectory
        }
    }

    /// Whether the user has named it just now, so that a client asks no further whose it is.
    package var isNamed: Bool { source == .option }

    /// Whether it is the same on each start, in a directory that nothing else uses.
    package var isDefault: Bool { source == .runtimeDirectory || source == .temporaryDirectory }
}

import JSONCore
import OptionCore

/// The path of the daemon's socket, with the command that starts a daemon there.
struct DaemonSocket: Equatable {
    /// The path as the user gave it.
    let path: String
    /// Whether the option `--socket` gave the path, so that the start command needs the option too.
    let isOption: Bool

    /// The command that starts a daemon at this path, for a message.
    var startCommand: String {
        isOption ? "tunerctl start --socket \(path.shellWord.shownWhole)" : "tunerctl start"
    }
}

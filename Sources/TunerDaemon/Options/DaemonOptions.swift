package import OptionCore
import RPCCore
import StateCore
package import SystemCore
package import TunerStore

/// The options on the daemon's command line.
package struct DaemonOptions: Equatable, Sendable {
    /// The action that the command line selects.
    package enum Action: Equatable, Sendable {
        case run
        case help
        case manual
        case version
    }

    package var action = Action.run
    /// The path of the socket; nil if the option was not given.
    package var socket: String?
    /// The path of the state directory; nil if the option was not given.
    package var state: String?
    /// The group whose members may connect, in addition to the daemon's user.
    package var socketGroup: String?
    /// Whether the members of the group may also write.
    package var groupWrites = false
    /// The least important level that is logged.
    package var logLevel = LogLevel.info
    package var logFormat = LogFormat.text
    /// The path of the log file; nil for standard error.
    package var logFile: String?
    /// The size in bytes at which the log file is rotated.
    package var logFileSize = LogFile.usualSize
    /// The number of old log files that are kept.
    package var logFiles = LogFile.usualCount
    /// Whether the daemon stops at the end of standard input.
    package var stopsAtEndOfInput = false
    /// The kernel interface that the event loop waits with.
    package var poller = Poller.Kind.available[0]
    /// The condition for a commit to count as written.
    package var durability = Durability.sync
    /// Whether keys without a declaration are refused.
    package var isStrict = false
    /// The number of commits that the history keeps.
    package var history = History.Limits().commits
    /// The path of a file with the first values of a new state.
    package var seed: String?
    /// The path of a file with flag definitions in flagd's format.
    package var flags: String?
    /// The members that the daemon adds to every evaluation context, each as `NAME=VALUE`.
    package var context: [String] = []
    /// Whether a damaged state is repaired as far as possible, instead of stopping the start.
    package var recovers = false
    package var limits = DaemonLimits()

    /// Creates the default options.
    package init() {}

    /// Creates the options of a command line, given without the program's name.
    package init(_ arguments: [RawText]) throws(OptionFault) {
        self.init()
        var reader = OptionReader(arguments)
        if let word = try reader.next(DaemonOptions.all, for: &self) {
            throw .unexpected(word.path)
        }
        if groupWrites, socketGroup == nil {
            throw .needs(option: "--group-writes", other: "--socket-group")
        }
    }
}

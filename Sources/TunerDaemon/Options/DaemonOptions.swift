package import OptionCore
import RPCCore
import StateCore
package import SystemCore
package import TunerStore

/// What the daemon was asked for on its command line.
package struct DaemonOptions: Equatable, Sendable {
    /// What is to be done.
    package enum Action: Equatable, Sendable {
        case run
        case help
        case version
    }

    /// What is to be done.
    package var action = Action.run
    /// Where to listen, where it was said.
    package var socket: String?
    /// Where the state is kept, where it was said.
    package var state: String?
    /// The group that may connect, besides the owner.
    package var socketGroup: String?
    /// Whether that group may also change things.
    package var groupWrites = false
    /// What is logged.
    package var logLevel = LogLevel.info
    /// How it is logged.
    package var logFormat = LogFormat.text
    /// The file that the log is written to; standard error where none was named.
    package var logFile: String?
    /// At how many bytes the file is rotated.
    package var logFileSize = LogFile.usualSize
    /// How the loop waits.
    package var poller = Poller.Kind.available[0]
    /// When a commit counts as kept.
    package var durability = Durability.sync
    /// Whether keys that nobody declared are refused.
    package var isStrict = false
    /// How many commits are remembered.
    package var history = History.Limits().commits
    /// A file of the first values of a new state.
    package var seed: String?
    /// A file of flags, as flagd reads it.
    package var flags: String?
    /// What flags' rules know besides what callers say: names and values, each with an equals sign between.
    package var context: [String] = []
    /// Whether damage is mended as far as it can be, and no reason to stop.
    package var recovers = false
    /// How much clients may demand.
    package var limits = DaemonLimits()

    /// What is done where nothing is asked for.
    package init() {}

    /// Reads a command line, the program's name left out.
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

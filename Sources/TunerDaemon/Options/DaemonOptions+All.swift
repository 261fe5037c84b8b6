package import OptionCore
import SystemCore
import TunerStore

extension DaemonOptions {
    /// The options in the order of the help text.
    package static let all: [Option<DaemonOptions>] =
        [
            .path("--socket", "PATH", "where to listen") { $0.socket = $1 },
            .path("--state", "DIR", "the directory of the state") { $0.state = $1 },
            .text("--socket-group", "NAME", "lets the members of a group connect and read") { $0.socketGroup = $1 },
            Option("--group-writes", "lets that group also change things") { $0.groupWrites = true },
            Option("--log-level", among: LogLevel.allCases.map(\.rawValue), "what is logged") {
                $0.logLevel = LogLevel(rawValue: $1) ?? $0.logLevel
            },
            Option("--log-format", among: LogFormat.allCases.map(\.rawValue), "how it is logged") {
                $0.logFormat = LogFormat(rawValue: $1) ?? $0.logFormat
            },
            .path("--log-file", "FILE", "the file of the log; standard error where none is named") { $0.logFile = $1 },
            Option(
                "--log-file-size",
                "BYTES",
                "a whole number from 4096 to 1099511627776",
                "when FILE becomes FILE.1; 8 MiB unless it is given"
            ) { options, value in
                guard let number = Int(value), (4_096...1 << 40).contains(number) else { return false }
                options.logFileSize = number
                return true
            },
            Option("--poller", among: Poller.Kind.available.map(\.rawValue), "how the loop waits") {
                $0.poller = Poller.Kind(rawValue: $1) ?? $0.poller
            },
            Option("--durability", among: Durability.allCases.map(\.rawValue), "when a change counts as kept") {
                $0.durability = Durability(rawValue: $1) ?? $0.durability
            },
            Option("--strict", "refuses keys that nobody declared") { $0.isStrict = true },
            .path("--seed", "FILE", "the first values of a new state") { $0.seed = $1 },
            .path("--flags", "FILE", "flags as flagd reads them; read again whenever it changes") { $0.flags = $1 },
            Option(
                "--context",
                "NAME=VALUE",
                "a name, an equals sign, and JSON or a text",
                "what the flags' rules are told of every caller; may be given more than once",
                addContext
            ),
            Option("--history", "N", "a whole number from 1 to 1000000", "how many commits are remembered") {
                options,
                value in
                guard let number = Int(value), (1...1_000_000).contains(number) else { return false }
                options.history = number
                return true
            },
            Option("--recover", "keeps what is whole of a damaged state, and puts the rest aside") {
                $0.recovers = true
            },
        ] + DaemonLimit.all.map(limit) + [
            Option("--help", "print this text") { $0.action = .help }.short("-h"),
            Option("--version", "print the version") { $0.action = .version }.short("-V"),
        ]

    @Sendable
    private static func addContext(_ options: inout DaemonOptions, _ text: String) -> Bool {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return false }
        options.context.append(text)
        return true
    }

    private static func limit(_ limit: DaemonLimit) -> Option<DaemonOptions> {
        Option(
            limit.option,
            limit.isTime ? "TIME" : "N",
            limit.isTime
                ? "a time such as \(TimeText.examples), in whole seconds from 1 to \(limit.range.upperBound)"
                : "a whole number from \(limit.range.lowerBound) to \(limit.range.upperBound)",
            limit.summary
        ) { options, value in
            let given = limit.isTime ? TimeText.seconds(of: value).flatMap { Int(exactly: $0) } : Int(value)
            guard let number = given, limit.range.contains(number) else { return false }
            limit.set(&options.limits, number)
            return true
        }
    }
}

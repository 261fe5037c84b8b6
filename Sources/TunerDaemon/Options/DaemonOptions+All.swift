package import OptionCore
import SystemCore
import TunerAPI
import TunerStore

extension DaemonOptions {
    /// The options in the order of the help text.
    package static let all: [Option<DaemonOptions>] =
        paths + logging + state + flags + DaemonLimit.all.map(limit) + [
            Option("--help", "print this help") { $0.action = .help }.short("-h"),
            Option("--man", "print the manual page, in the format of man") { $0.action = .manual },
            Option("--version", "print the version") { $0.action = .version }.short("-V"),
        ]

    /// The options before a command line was read.
    private static let usual = DaemonOptions()

    private static let paths: [Option<DaemonOptions>] = [
        .path("--socket", "PATH", "listen on the socket PATH") { $0.socket = $1 }
            .withDefault(SocketPath.defaults.joined(separator: ", else ")),
        .path("--state", "DIR", "keep the state in the directory DIR") { $0.state = $1 }
            .withDefault(StatePath.defaults.joined(separator: ", else ")),
        .text("--socket-group", "NAME", "let the members of the group NAME connect and read") { $0.socketGroup = $1 }
            .withDefault("no group"),
        Option("--group-writes", "let the members of that group also write") { $0.groupWrites = true }
            .withDefault("off"),
        Option("--stop-on-eof", "stop at the end of standard input, such as when the program that writes to it exits") {
            $0.stopsAtEndOfInput = true
        }.withDefault("off"),
        Option("--poller", among: Poller.Kind.available.map(\.rawValue), "wait for events by this system call") {
            $0.poller = Poller.Kind(rawValue: $1) ?? $0.poller
        }.withDefault(usual.poller.rawValue),
    ]

    private static let logging: [Option<DaemonOptions>] = [
        Option(
            "--log-level",
            among: LogLevel.allCases.map(\.rawValue),
            "log events of this level and of the levels before it"
        ) {
            $0.logLevel = LogLevel(rawValue: $1) ?? $0.logLevel
        }.withDefault(usual.logLevel.rawValue),
        Option("--log-format", among: LogFormat.allCases.map(\.rawValue), "write each event as text or as JSON") {
            $0.logFormat = LogFormat(rawValue: $1) ?? $0.logFormat
        }.withDefault(usual.logFormat.rawValue),
        .path("--log-file", "FILE", "append the log to FILE") { $0.logFile = $1 }.withDefault("standard error"),
        Option(
            "--log-file-size",
            "BYTES",
            "a whole number from 4096 to 1099511627776",
            "rename the log file to FILE.1 when it has this size, and FILE.1 to FILE.2"
        ) { options, value in
            guard let number = Int(value), (4_096...1 << 40).contains(number) else { return false }
            options.logFileSize = number
            return true
        }.withDefault(ByteText.text(usual.logFileSize)),
        Option("--log-files", "N", "a whole number from 1 to 1000", "keep the renamed log files FILE.1 to FILE.N") {
            options,
            value in
            guard let number = Int(value), (1...1_000).contains(number) else { return false }
            options.logFiles = number
            return true
        }.withDefault("\(usual.logFiles)"),
    ]

    private static let state: [Option<DaemonOptions>] = [
        Option(
            "--durability",
            among: Durability.allCases.map(\.rawValue),
            "acknowledge a change after its flush to disk (sync), at once with a flush within a second (relaxed), or at "
                + "once without a flush (none)"
        ) {
            $0.durability = Durability(rawValue: $1) ?? $0.durability
        }.withDefault(usual.durability.rawValue),
        Option("--history", "N", "a whole number from 1 to 1000000", "keep the last N commits in the history") {
            options,
            value in
            guard let number = Int(value), (1...1_000_000).contains(number) else { return false }
            options.history = number
            return true
        }.withDefault("\(usual.history)"),
        Option("--strict", "refuse keys without a declaration") { $0.isStrict = true }.withDefault("off"),
        .path("--seed", "FILE", "read the first values of a new state from FILE") { $0.seed = $1 }
            .withDefault("no file"),
        Option("--recover", "keep the intact parts of a damaged state, and rename the damaged files") {
            $0.recovers = true
        }.withDefault("off"),
    ]

    private static let flags: [Option<DaemonOptions>] = [
        .path("--flags", "FILE", "read flags in flagd's format from FILE, again after each change of it") {
            $0.flags = $1
        }.withDefault("no file"),
        Option(
            "--context",
            "NAME=VALUE",
            "a name, an equals sign, and JSON or a text",
            "add this to the context of each flag evaluation; may be repeated",
            addContext
        ).withDefault("nothing"),
    ]

    @Sendable
    private static func addContext(_ options: inout DaemonOptions, _ text: String) -> Bool {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return false }
        options.context.append(text)
        return true
    }

    private static func limit(_ limit: DaemonLimit) -> Option<DaemonOptions> {
        let isTime = limit.unit == .seconds
        return Option(
            limit.option,
            isTime ? "TIME" : "N",
            isTime
                ? "a time such as \(TimeText.examples), in whole seconds from 1 to \(limit.range.upperBound)"
                : "a whole number from \(limit.range.lowerBound) to \(limit.range.upperBound)",
            limit.summary
        ) { options, value in
            let given = isTime ? TimeText.seconds(of: value).flatMap { Int(exactly: $0) } : Int(value)
            guard let number = given, limit.range.contains(number) else { return false }
            limit.set(&options.limits, number)
            return true
        }.withDefault(limit.defaultText)
    }
}

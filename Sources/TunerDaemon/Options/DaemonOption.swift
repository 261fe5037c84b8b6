import RPCCore
import SystemCore

/// One option of the command line: its name, what it does, and what help says of it.
struct DaemonOption: Sendable {
    /// What an option does to the options so far.
    enum Effect: Sendable {
        case flag(@Sendable (inout DaemonOptions) -> Void)
        /// With a value, as help names it, what it must be, and whether it was.
        case value(String, String, @Sendable (inout DaemonOptions, String) -> Bool)
    }

    let name: String
    let summary: String
    let effect: Effect

    static let all: [DaemonOption] =
        [
            text("--socket", "PATH", "where to listen", \.socket),
            text("--state", "DIR", "the folder of the state", \.state),
            text("--socket-group", "NAME", "lets the members of a group connect and read", \.socketGroup),
            flag("--group-writes", "lets that group also change things") { $0.groupWrites = true },
            choice("--log-level", "what is logged", LogLevel.allCases, \.logLevel),
            choice("--log-format", "how it is logged", LogFormat.allCases, \.logFormat),
            DaemonOption(
                name: "--poller",
                summary: "how the loop waits",
                effect: .value("KIND", Poller.Kind.available.map(\.name).joined(separator: " or ")) { options, value in
                    guard let kind = Poller.Kind.available.first(where: { $0.name == value }) else { return false }
                    options.poller = kind
                    return true
                }
            ),
        ] + DaemonLimit.all.map(limit) + [
            flag("--help", "this text") { $0.action = .help },
            flag("--version", "the daemon's version") { $0.action = .version },
        ]

    private static func flag(
        _ name: String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout DaemonOptions) -> Void
    ) -> DaemonOption {
        DaemonOption(name: name, summary: summary, effect: .flag(apply))
    }

    private static func text(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        _ path: any WritableKeyPath<DaemonOptions, String?> & Sendable
    ) -> DaemonOption {
        DaemonOption(
            name: name,
            summary: summary,
            effect: .value(placeholder, "a text that is not empty") { options, value in
                options[keyPath: path] = value
                return !value.isEmpty
            }
        )
    }

    private static func choice<Choice: RawRepresentable<String> & Sendable>(
        _ name: String,
        _ summary: String,
        _ choices: [Choice],
        _ path: any WritableKeyPath<DaemonOptions, Choice> & Sendable
    ) -> DaemonOption {
        let words = choices.map(\.rawValue)
        return DaemonOption(
            name: name,
            summary: summary,
            effect: .value(words.joined(separator: "|"), words.joined(separator: " or ")) { options, value in
                guard let choice = choices.first(where: { $0.rawValue == value }) else { return false }
                options[keyPath: path] = choice
                return true
            }
        )
    }

    private static func limit(_ limit: DaemonLimit) -> DaemonOption {
        DaemonOption(
            name: limit.option,
            summary: limit.summary,
            effect: .value("N", "a whole number from \(limit.range.lowerBound) to \(limit.range.upperBound)") {
                options,
                value in
                guard let number = Int(value), limit.range.contains(number) else { return false }
                limit.set(&options.limits, number)
                return true
            }
        )
    }
}

extension Poller.Kind {
    /// What the option calls it.
    var name: String {
        switch self {
        #if os(Linux)
        case .epoll: "epoll"
        #endif
        case .poll: "poll"
        }
    }
}

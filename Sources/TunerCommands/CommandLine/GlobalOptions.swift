import OptionCore

/// The options of every command, which a shell also applies to each of its lines.
struct GlobalOptions: Equatable {
    var socket: String?
    var timeout: Duration?
    var color = Output.ColorChoice.auto
    var isJSON = false
    var wantsHelp = false
    var wantsVersion = false
}

extension GlobalOptions {
    static let all: [Option<GlobalOptions>] = [
        .path("--socket", "PATH", "where the daemon listens") { $0.socket = $1 },
        .seconds("--timeout", "how long to wait for the daemon", most: longestTimeout) { $0.timeout = .seconds($1) },
        Option("--json", "results and the daemon's errors as JSON") { $0.isJSON = true },
        .word("--color", Output.ColorChoice.self, "when to use colour") { $0.color = $1 },
        Option("--help", "what the program or the command does") { $0.wantsHelp = true },
        Option("--version", "the program's version") { $0.wantsVersion = true },
    ]

    static var shapes: [OptionShape] { all.map(\.shape) }

    /// About 30 years: longer than anyone waits, and still safe to add to a clock.
    private static let longestTimeout = 1e9
}

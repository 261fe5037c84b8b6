import OptionCore
import TunerAPI

/// The options of every command, which a shell also applies to each of its lines.
struct GlobalOptions: Equatable {
    var socket: String?
    var timeout: Duration?
    var color = Output.ColorChoice.auto
    var isJSON = false
    /// Whether notes on standard error are left out.
    var isQuiet = false
    /// Whether the values of secret keys are printed.
    var reveals = false
    var wantsHelp = false
    var wantsVersion = false

    /// Writes a note to standard error, unless the output is quiet.
    func note(_ text: String) {
        if !isQuiet { Output.writeError(text) }
    }
}

extension GlobalOptions {
    static let all: [Option<GlobalOptions>] = [
        .path("--socket", "PATH", "connect to the daemon's socket PATH") { $0.socket = $1 }
            .withDefault(SocketPath.defaults.joined(separator: ", else ")),
        .duration("--timeout", "wait at most TIME for the daemon", most: maxTimeout) { $0.timeout = .seconds($1) },
        Option("--json", "print results and the daemon's errors as JSON") { $0.isJSON = true },
        .word("--output", OutputForm.self, "print results in this form; json is the same as --json") {
            $0.isJSON = $1 == .json
        }.short("-o"),
        Option("--reveal", "print the values of secret keys") { $0.reveals = true },
        Option("--quiet", "print no notes on standard error, only errors") { $0.isQuiet = true }.short("-q"),
        .word("--color", Output.ColorChoice.self, "use color on a terminal (auto), always or never") { $0.color = $1 }
            .withDefault(Output.ColorChoice.auto.rawValue),
        Option("--help", "print help for the program or the command") { $0.wantsHelp = true }.short("-h"),
        Option("--version", "print the version") { $0.wantsVersion = true }.short("-V"),
    ]

    static var shapes: [OptionShape] { all.map(\.shape) }

    private enum OutputForm: String, CaseIterable {
        case text
        case json
    }

    /// About 30 years: longer than anyone waits, and still safe to add to a clock.
    private static let maxTimeout = 1e9
}

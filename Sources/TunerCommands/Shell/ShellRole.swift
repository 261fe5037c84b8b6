/// What a shell of tunerctl does with a command.
struct ShellRole: Sendable {
    /// The command needs the terminal or the process for itself, so a shell refuses it.
    static let refused = ShellRole(isRefused: true)
    /// The shell may send the command twice, because the second time changes nothing more.
    static let repeatable = ShellRole(isRepeatable: true)

    var isRefused = false
    var isRepeatable = false
    /// The usages and summaries in the help of a shell, for a command that is shorter there than on the command line.
    var lines: [(usage: String, summary: String)] = []

    /// The literal words that may follow the command only in a shell.
    var words: [String] {
        lines.compactMap { $0.usage.split(separator: " ").dropFirst().first }.filter(ArgumentWords.isLiteral).map(
            String.init
        )
    }
}

/// What a shell of tunerctl does with a command.
struct ShellRole: Sendable {
    /// The command needs the terminal or the process for itself, so a shell refuses it.
    static let refused = ShellRole(isRefused: true)
    /// The shell may send the command twice, because the second time changes nothing more.
    static let repeatable = ShellRole(isRepeatable: true)

    var isRefused = false
    var isRepeatable = false
}

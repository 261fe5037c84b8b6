import OptionCore

/// The help text of a shell.
enum ShellHelp {
    static var text: String {
        let names = Command.all.filter { !$0.shell().isRefused && $0.shell().lines.isEmpty }.map(\.name)
        return """
            \(Columns.text(ShellLine.own.map { ($0.usage, $0.summary) }))
            Other commands of tunerctl work here too: \(names.joined(separator: ", ")).
            Single or double quotes group words: set ui.title "two words"

            """
    }
}

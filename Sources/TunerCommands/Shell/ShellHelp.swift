import ConsoleCore
import OptionCore

/// The help text of a shell.
enum ShellHelp {
    static var text: String {
        let others = ShellLine.others.map(\.name).joined(separator: ", ")
        return """
            \(Columns.text(ShellLine.own.map { ($0.usage, $0.summary) }))
            Other commands of tunerctl work here too: \(others).
            Single or double quotes group words: set ui.title "two words"

            """
    }
}

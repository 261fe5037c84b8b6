import ConsoleCore
import OptionCore

extension TerminalLine {
    /// The usage and the help of each command.
    static let commands = ConsoleLine.lines(in: .terminal)

    /// Returns the usage of all commands, or of those whose first word is `name`.
    static func helpText(_ name: String? = nil, width: Int = HelpWidth.usual) -> String {
        let commands = commands.filter { name == nil || $0.word == name }
        let text = Columns.text(commands.map { ($0.usage, $0.summary) }, width: width)
        return name == nil ? text + "\nSingle or double quotes group words: set ui.title \"two words\"\n" : text
    }

    /// Returns a name that has help; nil for no name.
    static func helpSubject(_ name: String?) throws(TerminalFault) -> String? {
        guard let name else { return nil }
        guard TerminalCommandName.words.contains(name) else { throw .unknown(name) }
        return name
    }
}

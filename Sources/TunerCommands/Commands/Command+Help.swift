import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let help = Command(
        "help",
        "Explain a command, or a method of the daemon.",
        Arguments("[COMMAND [ACTION] | METHOD]", least: 0, most: 2),
        details: "Without a name, lists the commands. An action, as in tunerctl help flag create, has its own help.",
        settings: false,
        options: [Option("--man", "print the manual page, in the format of man") { $0 = true }],
        examples: ["tunerctl help set", "tunerctl help tunables.subscribe"]
    ) { (invocation, isManualPage, output) throws(Failure) in
        let words = try invocation.arguments
        let name = words.first
        if words.count > 1 {
            guard let command = name.flatMap(named), command.hasActions else {
                throw .usage(invocation.error(.option(.unexpected(words[1]))))
            }
            guard !isManualPage else { return try output.print(ManualPage.text(of: command)) }
            let action = try Failure.usage { () throws(UsageError) in try command.checkedAction(words[1]) }
            return try output.print(Help.text(of: action, width: output.helpColumns))
        }
        let text = try isManualPage ? manualPage(of: name) : explanation(of: name, width: output.helpColumns)
        return try output.print(text)
    }

    private static func manualPage(of name: String?) throws(Failure) -> String {
        guard let name else { return ManualPage.text }
        guard let command = named(name) else {
            let nearest = NearestName.nearest(to: name, among: names)
            throw .usage(UsageError(.unknownCommand(name, nearest: nearest)))
        }
        return ManualPage.text(of: command)
    }

    /// Returns the help for a name; some names are a command and a method.
    private static func explanation(of name: String?, width: Int) throws(Failure) -> String {
        guard let name else { return Help.text(width: width) }
        let command = named(name)
        let method = API.methods.first { $0.name.description == name }
        let texts = [
            command.map { Help.text(of: $0, width: width) }, method.map { Help.text(of: $0, width: width) },
        ].compactMap { $0 }
        guard texts.isEmpty else { return texts.joined(separator: "\n") }
        let names = names + API.methods.map(\.name.description)
        let nearest = NearestName.nearest(to: name, among: names)
        throw .usage(UsageError(.unknownSubject(name, nearest: nearest)))
    }
}

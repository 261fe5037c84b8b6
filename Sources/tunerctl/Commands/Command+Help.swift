import JSONCore
import TunerAPI

extension Command {
    /// What there is, and how to use it.
    static let help = Command(
        "help",
        "Explains a command, or a method of the daemon.",
        Arguments(usage: "[COMMAND | METHOD]", first: "COMMAND", least: 0, most: 1),
        details: "Without a name it lists the commands."
    ) { (invocation, output) throws(Failure) in
        try output.print(invocation.arguments.first.map(explanation) ?? Help.text)
        return .done
    }

    /// What is known of a name; some are commands and methods.
    private static func explanation(of name: String) throws(Failure) -> String {
        let command = all.first { $0.name == name }
        let method = API.methods.first { $0.name.description == name }
        let texts = [command.map(Help.text), method.map(Help.text)].compactMap { $0 }
        guard texts.isEmpty else { return texts.joined(separator: "\n") }
        let names = all.map(\.name) + API.methods.map(\.name.description)
        let nearest = NearestName.nearest(to: name, among: names)
        throw .usage(UsageError(.unknownSubject(name, nearest: nearest)))
    }
}

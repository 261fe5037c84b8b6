import JSONCore
import TunerAPI

/// What help says, made from the declarations.
enum Help {
    /// The version of this program.
    static let version = API.release

    /// The whole program.
    static var text: String {
        """
        usage: tunerctl [OPTION]... COMMAND [ARGUMENT]...

        Asks and tells tunerd, which owns live constants and feature flags.

        Commands:
        \(table(Command.all.map { ($0.name, $0.summary) }))
        Options, which may stand anywhere:
        \(table(Option.global.map { ($0.usage, $0.summary) }))
        Exit codes: 0 done, 1 refused, 2 wrong usage, 3 not found, 4 no daemon, 5 timed out, 130 interrupted.
        tunerctl help COMMAND tells more of a command, tunerctl help METHOD of a method of the daemon.

        """
    }

    /// One command.
    static func text(of command: Command) -> String {
        let usage = ["tunerctl", command.name, command.options.isEmpty ? "" : "[OPTION]...", command.arguments.usage]
        var text = "usage: \(usage.filter { !$0.isEmpty }.joined(separator: " "))\n\n\(command.summary)\n"
        let details = command.details()
        if !details.isEmpty {
            text += "\n\(details)\n"
        }
        if !command.options.isEmpty {
            text += "\nOptions, besides those of tunerctl --help:\n"
            text += table(command.options.map { ($0.usage, $0.summary) })
        }
        return text
    }

    /// One method of the daemon.
    static func text(of method: any AnyMethodDeclaration) -> String {
        let parameters = method.parameters.members
        let usage = parameters.map { $0.isRequired ? "\($0.name)=VALUE" : "[\($0.name)=VALUE]" }
        var text = "usage: \((["tunerctl call \(method.name)"] + usage).joined(separator: " "))\n\n\(method.summary)\n"
        if !parameters.isEmpty {
            text += "\nParameters:\n"
            text += table(parameters.map { ("\($0.name)", "\($0.summary) \($0.rule)") })
        }
        for example in method.examples {
            let params = example.params.isEmpty ? "" : " \(quoted(example.params))"
            text += "\nExample:\n  tunerctl call \(method.name)\(params)\n  \(example.result)\n"
        }
        return text
    }

    /// A text as a shell takes it for one word.
    private static func quoted(_ text: String) -> String {
        "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }

    /// Two columns.
    private static func table(_ lines: [(String, String)]) -> String {
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { "  \($0)\(String(repeating: " ", count: width - $0.count))  \($1)\n" }.joined()
    }
}

extension JSONMemberTable.Member {
    /// What the value must be, in brackets.
    fileprivate var rule: String { "(\(expectation)\(isRequired ? "" : ", optional"))" }
}

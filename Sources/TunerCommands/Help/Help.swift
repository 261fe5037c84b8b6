import JSONCore
import OptionCore
import TunerAPI

/// The help texts, generated from the declarations.
enum Help {
    /// The help of the whole program.
    static var text: String {
        """
        usage: tunerctl [OPTION]... COMMAND [ARGUMENT]...

        Asks and tells tunerd, which owns live constants and feature flags.

        Commands:
        \(Columns.text(Command.all.map { ($0.name, $0.summary) }))
        Options, which may stand anywhere:
        \(Columns.text(GlobalOptions.shapes))
        Exit codes: \(exitCodes.map { "\($0.code) \($0.meaning)" }.joined(separator: ", ")).
        tunerctl help COMMAND tells more of a command, tunerctl help METHOD of a method of the daemon.

        """
    }

    /// The exit codes in the help text.
    static let exitCodes: [(code: Int, meaning: String)] = [
        (0, "done"), (1, "refused"), (2, "wrong usage"), (3, "not found"), (4, "no daemon"), (5, "timed out"),
        (130, "interrupted"),
    ]

    /// Returns the help of a command.
    static func text(of command: Command) -> String {
        let usage = ["tunerctl", command.name, command.options.isEmpty ? "" : "[OPTION]...", command.arguments.usage]
        var text = "usage: \(usage.filter { !$0.isEmpty }.joined(separator: " "))\n\n\(command.summary)\n"
        let details = command.details()
        if !details.isEmpty {
            text += "\n\(details)\n"
        }
        if !command.options.isEmpty {
            text += "\nOptions, besides those of tunerctl --help:\n"
            text += Columns.text(command.options)
        }
        let examples = command.examples()
        if !examples.isEmpty {
            text += "\nExample\(examples.count == 1 ? "" : "s"):\n\(examples.map { "  \($0)\n" }.joined())"
        }
        return text
    }

    /// Returns the help of a method.
    static func text(of method: any AnyMethodDeclaration) -> String {
        let parameters = method.parameters.members
        let usage = parameters.map { $0.isRequired ? "\($0.name)=VALUE" : "[\($0.name)=VALUE]" }
        var text = "usage: \((["tunerctl call \(method.name)"] + usage).joined(separator: " "))\n\n\(method.summary)\n"
        if !parameters.isEmpty {
            text += "\nParameters:\n"
            text += Columns.text(parameters.map { ("\($0.name)", "\($0.summary) \($0.rule)") })
        }
        for example in method.examples {
            let params = example.params.isEmpty ? "" : " \(example.params.shellWord)"
            text += "\nExample:\n  tunerctl call \(method.name)\(params)\n  \(example.result)\n"
        }
        return text
    }
}

extension JSONMemberTable.Member {
    /// The rule for the value, in parentheses.
    fileprivate var rule: String { "(\(expectation)\(isRequired ? "" : ", optional"))" }
}

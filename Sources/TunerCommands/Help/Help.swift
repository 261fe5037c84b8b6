import JSONCore
import OptionCore
import TunerAPI

/// The help texts, generated from the declarations.
enum Help {
    /// What the program does, in one line.
    static let summary = "Read, change and watch the live constants and feature flags of tunerd."

    /// Returns the help of the whole program.
    static func text(width: Int = HelpWidth.usual) -> String {
        """
        usage: tunerctl [OPTION]... COMMAND [ARGUMENT]...

        \(summary.wrapped(to: width))

        Commands:
        \(Columns.text(Command.all.map { ($0.name, $0.summary) }, width: width))
        Options, anywhere in the line:
        \(Columns.text(GlobalOptions.shapes, width: width))
        Exit codes:
        \(Columns.text(exitCodes.map { ("\($0.code)", $0.meaning) }, width: width))
        \(pointer.wrapped(to: width))

        """
    }

    private static let pointer =
        "tunerctl help COMMAND explains a command. tunerctl help METHOD explains a method of the daemon."

    /// The exit codes in the help text.
    static let exitCodes: [(code: Int, meaning: String)] = [
        (0, "done"), (1, "refused"), (2, "wrong usage, or a file that cannot be read or is not a JSON object"),
        (3, "not found"), (4, "no daemon, or for web no tunerweb"), (5, "timed out"),
        (130, "interrupted"),
    ]

    /// Returns the help of a command.
    static func text(of command: Command, width: Int = HelpWidth.usual) -> String {
        var text = head([command.name, command.usage], command.summary, width)
        if command.hasActions {
            let rows = command.actions().map {
                ($0.word + ($0.arguments.usage.isEmpty ? "" : " \($0.arguments.usage)"), $0.summary)
            }
            text += "\nActions\(command.hasUsualAction ? "; without one, \(command.actions()[0].word)" : ""):\n"
            text += Columns.text(rows, width: width)
        }
        let details = command.details()
        if !details.isEmpty {
            text += "\n\(HelpBlock.text(details, width: width))"
        }
        if !command.hasActions, !command.options.isEmpty {
            text += "\nOptions, in addition to those of tunerctl --help:\n"
            text += Columns.text(command.options, width: width)
        }
        let examples = command.examples()
        if !examples.isEmpty {
            text += "\nExample\(examples.count == 1 ? "" : "s"):\n\(examples.map { "  \($0)\n" }.joined())"
        }
        if command.hasActions {
            let pointer = "tunerctl help \(command.name) ACTION explains an action and its options."
            text += "\n\(pointer.wrapped(to: width))\n"
        }
        return text
    }

    /// Returns the help of a method.
    static func text(of method: any AnyMethodDeclaration, width: Int = HelpWidth.usual) -> String {
        let parameters = method.parameters.members
        let usage = parameters.map { $0.isRequired ? "\($0.name)=VALUE" : "[\($0.name)=VALUE]" }
        var text = head(["call", method.name.description] + usage, method.summary, width)
        if !parameters.isEmpty {
            text += "\nParameters:\n"
            let rows = parameters.flatMap { parameter in
                [("\(parameter.name)", "\(parameter.summary) \(parameter.rule)")]
                    + MemberRow.rows(of: parameter).map { ($0.path, "\($0.summary) \($0.rule)") }
            }
            text += Columns.text(rows, width: width)
        }
        for example in method.examples {
            let params = example.params.isEmpty ? "" : " \(example.params.shellWord)"
            text += "\nExample:\n  tunerctl call \(method.name)\(params)\n  \(example.result)\n"
        }
        return text
    }

    /// Returns the line of usage, and the summary.
    private static func head(_ usage: [String], _ summary: String, _ width: Int) -> String {
        let program = "usage: tunerctl "
        let column = program.displayWidth
        let words = usage.filter { !$0.isEmpty }.joined(separator: " ")
            .wrapped(to: width, startingAt: column, indent: column)
        return "\(program)\(words)\n\n\(summary.wrapped(to: width))\n"
    }
}

extension JSONMemberTable.Member {
    /// The rule for the value, in parentheses.
    fileprivate var rule: String { "(\(expectation)\(isRequired ? "" : ", optional"))" }
}

extension MemberRow {
    /// The rule for the value, in parentheses.
    fileprivate var rule: String { "(\(type)\(isRequired ? "" : ", optional"))" }
}

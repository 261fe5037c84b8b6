import OptionCore
import TunerAPI

/// The manual pages, generated from the same declarations as the help texts.
enum ManualPage {
    /// The page of the whole program.
    static var text: String {
        var page = head("TUNERCTL", "tunerctl \\- asks and tells tunerd, which owns live constants and feature flags")
        page += section("SYNOPSIS", ".B tunerctl\n[OPTION]... COMMAND [ARGUMENT]...\n")
        page += section("COMMANDS", list(Command.all.map { ($0.name, $0.summary) }))
        page += section("OPTIONS", list(GlobalOptions.shapes.map { ($0.usage, $0.meaning) }))
        page += section("EXIT STATUS", list(Help.exitCodes.map { ("\($0.code)", $0.meaning) }))
        let environment = [
            ("TUNER_SOCKET", "Where the daemon listens, where --socket does not say."),
            ("TUNER_WORLD", "The world that calls belong to."), ("NO_COLOR", "No colours where it is not empty."),
        ]
        page += section("ENVIRONMENT", list(environment))
        return page
            + section(
                "SEE ALSO",
                Command.all.map { ".BR tunerctl\\-\(escaped($0.name)) (1)" }.joined(separator: ",\n") + "\n"
            )
    }

    /// Returns the page of a command.
    static func text(of command: Command) -> String {
        let name = escaped("tunerctl-\(command.name)")
        var page = head(name.uppercased(), "\(name) \\- \(escaped(command.summary))")
        let usage = [command.options.isEmpty ? "" : "[OPTION]...", command.arguments.usage].filter { !$0.isEmpty }
        page += section("SYNOPSIS", ".B tunerctl \(escaped(command.name))\n\(escaped(usage.joined(separator: " ")))\n")
        let details = command.details()
        if !details.isEmpty { page += section("DESCRIPTION", prose(details)) }
        if !command.options.isEmpty {
            page += section("OPTIONS", list(command.options.map { ($0.usage, $0.meaning) }))
        }
        let examples = command.examples()
        if !examples.isEmpty { page += section("EXAMPLES", plain(examples)) }
        return page + section("SEE ALSO", ".BR tunerctl (1)\n")
    }

    private static func head(_ title: String, _ name: String) -> String {
        ".TH \(title) 1 \"\" \"Tuner \(API.release)\"\n\(section("NAME", "\(name)\n"))"
    }

    private static func section(_ title: String, _ text: String) -> String { ".SH \(title)\n\(text)" }

    private static func list(_ lines: [(String, String)]) -> String {
        lines.map { ".TP\n.B \(escaped($0))\n\(escaped($1))\n" }.joined()
    }

    /// Formats the paragraphs, rows and literal lines of a text.
    private static func prose(_ text: String) -> String {
        HelpBlock.blocks(of: text).map { block in
            switch block {
            case .paragraph(let text): ".PP\n\(escaped(text))\n"
            case .rows(let rows): list(rows)
            case .literal(let lines): plain(lines)
            }
        }.joined()
    }

    private static func plain(_ lines: [String]) -> String {
        ".PP\n.nf\n\(lines.map { "\(escaped($0))\n" }.joined()).fi\n"
    }

    /// Returns a text in which roff finds no commands.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
        return text.hasPrefix(".") ? "\\&\(text)" : text
    }
}

import JSONCore

/// Functions that format manual pages for `man`.
package enum Roff {
    /// Returns the title of a page, and its section NAME.
    package static func head(_ name: String, _ summary: String, release: String) -> String {
        let title = escaped(name)
        let line = "\(title) \\- \(escaped(summary))\n"
        return ".TH \(title.uppercased()) 1 \"\" \"Tuner \(release)\"\n\(section("NAME", line))"
    }

    /// Returns a section; its text is already in the roff format.
    package static func section(_ title: String, _ text: String) -> String { ".SH \(title)\n\(text)" }

    /// Returns the section SYNOPSIS of a command line.
    package static func synopsis(_ command: String, _ arguments: [String]) -> String {
        section("SYNOPSIS", self.command(command, arguments))
    }

    /// Returns a command line.
    package static func command(_ command: String, _ arguments: [String]) -> String {
        let words = arguments.filter { !$0.isEmpty }.joined(separator: " ")
        return ".B \(escaped(command))\n\(words.isEmpty ? "" : "\(escaped(words))\n")"
    }

    /// Returns a list of names with their meanings.
    package static func list(_ rows: [(String, String)]) -> String {
        rows.map { ".TP\n.B \(escaped($0))\n\(escaped($1))\n" }.joined()
    }

    /// Returns a list of options with their defaults.
    package static func list(_ options: [OptionShape]) -> String { list(options.map { ($0.usage, $0.meaning) }) }

    /// Returns the paragraphs, rows and literal lines of a text.
    package static func prose(_ text: String) -> String {
        HelpBlock.blocks(of: text).map { block in
            switch block {
            case .paragraph(let text): ".PP\n\(escaped(text))\n"
            case .rows(let rows): list(rows)
            case .literal(let lines): literal(lines)
            }
        }.joined()
    }

    /// Returns lines that keep their breaks.
    package static func literal(_ lines: [String]) -> String {
        ".PP\n.nf\n\(lines.map { "\(escaped($0))\n" }.joined()).fi\n"
    }

    /// Returns the section SEE ALSO with pages of section 1.
    package static func references(_ names: [String]) -> String {
        section("SEE ALSO", names.map { ".BR \(escaped($0)) (1)" }.joined(separator: ",\n") + "\n")
    }

    /// Returns a text in which roff finds no commands.
    private static func escaped(_ text: String) -> String {
        let text = text.replacingText("\\", with: "\\e").replacingText("-", with: "\\-")
            .replacingText("'", with: "\\(aq")
        return text.hasPrefix(".") ? "\\&\(text)" : text
    }
}

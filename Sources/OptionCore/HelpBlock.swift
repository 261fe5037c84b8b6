import JSONCore

/// A part of a longer help text, which a terminal and a manual page format in their own ways.
package enum HelpBlock {
    case paragraph(String)
    /// Names with their meanings.
    case rows([(String, String)])
    /// Lines that keep their breaks, such as an example, without their indentation.
    case literal([String])

    /// Returns the blocks of a text, which blank lines separate.
    ///
    /// Lines that begin with two spaces are literal. If every line has a name, two or more spaces and a meaning, the
    /// lines are rows. Any other block is a paragraph, whose line breaks do not matter.
    package static func blocks(of text: String) -> [HelpBlock] {
        var blocks: [[String]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(String(line)) }
        }
        return blocks.filter { !$0.isEmpty }.map(block)
    }

    /// Returns the blocks of a text in lines of at most `width` columns, except for literal lines.
    package static func text(_ text: String, width: Int) -> String {
        blocks(of: text).map { block in
            switch block {
            case .paragraph(let text): "\(text.wrapped(to: width))\n"
            case .rows(let rows): Columns.text(rows, width: width)
            case .literal(let lines): lines.map { "  \($0)\n" }.joined()
            }
        }.joined(separator: "\n")
    }

    private static func block(_ lines: [String]) -> HelpBlock {
        if lines.allSatisfy({ $0.hasPrefix("  ") }) { return .literal(lines.map { String($0.dropFirst(2)) }) }
        var rows: [(String, String)] = []
        for line in lines {
            let parts = line.parts(around: "  ")
            guard !line.hasPrefix(" "), parts.count > 1 else { return .paragraph(lines.joined(separator: " ")) }
            rows.append((String(parts[0]), String(line[parts[1].startIndex...].drop { $0 == " " })))
        }
        return .rows(rows)
    }
}

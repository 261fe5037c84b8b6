/// A page that a reader follows step by step, for a test that does what the page says.
///
/// A code block after a line that ends with "the file `NAME`:" is the content of this file. A block `console` has command
/// lines with their output. A block `console program` starts a program that keeps running in a second terminal, and a
/// block `text program` is what this program prints next. The comment `<!-- test: COMMAND -->` is done by the test instead
/// of a person with a mouse.
package struct Guide {
    package enum Part: Equatable {
        case file(name: String, text: String)
        case commands(String)
        case program(String)
        case output(String)
        case hidden(String)
    }

    package private(set) var parts: [Part] = []
    /// The last line before the present one that is neither empty nor in a code block.
    private var lead = ""
    private var block: (words: String, indentation: Int, lines: [String])?

    package init(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { add(String(line)) }
    }

    private mutating func add(_ line: String) {
        let text = line.drop { $0 == " " }
        if let block {
            guard text != "```" else { return finish(block) }
            let indentation = line.prefix(block.indentation).prefix { $0 == " " }
            self.block?.lines.append(String(line.dropFirst(indentation.count)))
        } else if text.hasPrefix("```") {
            block = (String(text.dropFirst(3)), line.count - text.count, [])
        } else if let match = text.wholeMatch(of: /<!-- test: (.*) -->/) {
            parts.append(.hidden(String(match.1)))
        } else if !text.isEmpty {
            lead = String(text)
        }
    }

    private mutating func finish(_ block: (words: String, indentation: Int, lines: [String])) {
        let text = block.lines.map { "\($0)\n" }.joined()
        switch block.words {
        case "console": parts.append(.commands(text))
        case "console program": parts.append(.program(text))
        case "text program": parts.append(.output(text))
        default:
            if let match = lead.firstMatch(of: /the file `([^`]+)`:$/) {
                parts.append(.file(name: String(match.1), text: text))
            }
        }
        self.block = nil
    }
}

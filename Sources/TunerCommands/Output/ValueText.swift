import JSONCore
import TunableEngine

/// Values and what became of them, as people and scripts read them.
enum ValueText {
    /// On one line that commands no terminal: a string bare, everything else as JSON.
    ///
    /// A string is JSON too where the bare text would command a terminal, or could be taken for JSON in quotes.
    static func line(_ value: JSON?) -> String {
        guard let value else { return "none" }
        if case .string(let text) = value, !text.isEmpty, text.utf8.first != UInt8(ascii: "\""),
            !text.unicodeScalars.contains(where: \.commandsTerminals)
        {
            return text
        }
        return JSONText.compact(value).escapedForTerminals
    }

    /// Alone on its line, for a script as it is.
    static func bare(_ value: JSON, for output: Output) -> String {
        "\(output.isTerminal ? line(value) : value.line)\n"
    }

    /// A key and its value as a line in a pipe.
    static func pair(_ key: String, _ value: JSON?) -> String {
        "\(key.shownWhole) \(line(value))\n"
    }

    /// The same, without an end that nobody reads in a table.
    static func short(_ value: JSON?) -> String {
        value.map { line($0).shown } ?? ""
    }
}

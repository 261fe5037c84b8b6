package import JSONCore
import TunableEngine

/// Values for people and scripts.
package enum ValueText {
    /// Returns a value in one line, safe for terminals: a string without quotes, and every other value as JSON.
    ///
    /// A string is printed as JSON if it is empty, begins with a quote, or contains characters that control a terminal.
    package static func line(_ value: JSON?) -> String {
        guard let value else { return "none" }
        if case .string(let text) = value, !text.isEmpty, text.utf8.first != UInt8(ascii: "\""),
            !text.unicodeScalars.contains(where: \.commandsTerminals)
        {
            return text
        }
        return JSONText.compact(value).escapedForTerminals
    }

    /// Returns a key and its value as a line.
    package static func pair(_ key: String, _ value: JSON?) -> String {
        "\(key.shownWhole) \(line(value))\n"
    }

    /// Returns a value in one line, shortened for a table.
    package static func short(_ value: JSON?) -> String {
        value.map { line($0).shown } ?? ""
    }
}

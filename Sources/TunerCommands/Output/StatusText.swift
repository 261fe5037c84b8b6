import ConsoleCore
import JSONCore

/// The result of `server.info` as lines.
///
/// It is printed from JSON, not from a decoded record, so that fields of a newer daemon are printed too.
enum StatusText {
    /// Returns one screen for a terminal, and all fields otherwise.
    static func text(of info: JSON, for output: Output) -> String {
        guard output.isTerminal else { return table(facts(in: info), width: 0) }
        // The headline shows the first two fields, and the limits would fill the screen.
        let shown = facts(in: info).filter { (name, _) in
            name != "version" && name != "uptime" && !name.hasPrefix("limits.")
        }
        return headline(of: info, output) + table(shown, width: shown.map(\.name.count).max() ?? 0, indentation: "  ")
    }

    private static func headline(of info: JSON, _ output: Output) -> String {
        var text = "tunerd"
        if case .object(let facts) = info {
            if case .string(let version)? = facts["version"] { text += " \(version.shown)" }
            text += " is up"
            if let seconds = uptime(in: facts) { text += " for \(Duration.seconds(seconds).words)" }
        }
        return Color.up.paint(text, output) + "\n"
    }

    private static func uptime(in facts: JSONObject) -> Double? {
        switch facts["uptime"] {
        // Omit an uptime that is too long to be real.
        case .double(let seconds)? where (0..<1e12).contains(seconds): seconds
        case .integer(let seconds)? where (0..<1_000_000_000_000).contains(seconds): Double(seconds)
        default: nil
        }
    }

    /// Returns every value that is not an object, with the dotted path of its names.
    private static func facts(in value: JSON, name: String = "") -> [(name: String, value: JSON)] {
        guard case .object(let object) = value else { return [(name, value)] }
        return object.members.flatMap { facts(in: $0.value, name: name.isEmpty ? $0.name : "\(name).\($0.name)") }
    }

    private static func table(_ facts: [(name: String, value: JSON)], width: Int, indentation: String = "") -> String {
        facts.map { (name, value) in
            let gap = String(repeating: " ", count: max(width - name.count, 0))
            let value = name == "uptime" ? "\(text(of: shortened(value))) s" : text(of: value)
            return "\(indentation)\(name.shownWhole)\(gap)\(indentation.isEmpty ? " " : "  ")\(value)\n"
        }.joined()
    }

    /// Returns a number of seconds with at most two decimals.
    private static func shortened(_ seconds: JSON) -> JSON {
        guard case .double(let number) = seconds, abs(number) < 1e12 else { return seconds }
        return .double((number * 100).rounded() / 100)
    }

    private static func text(of value: JSON) -> String {
        guard case .string(let text) = value else { return JSONText.compact(value).escapedForTerminals }
        return text.shownWhole
    }
}

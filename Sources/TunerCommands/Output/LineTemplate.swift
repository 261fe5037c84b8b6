import ConsoleCore
import JSONCore
import TunerAPI

/// A line with placeholders in braces, such as `{key}={value}`; a doubled brace is a literal brace.
struct LineTemplate: Equatable {
    /// The placeholders.
    enum Name: String, CaseIterable {
        case key
        case value
        case old
        case variant
        case reason
        case origin
        case revision
        case time
        case client

        var meaning: String {
            switch self {
            case .key: "The key."
            case .value: "The new value."
            case .old: "The old value."
            case .variant: "The name of a flag's variant."
            case .reason: "The reason for a flag's value, such as TARGETING_MATCH."
            case .origin: "The origin of the new value, such as local or default."
            case .revision: "The revision of the change."
            case .time: "The time of the change in UTC."
            case .client: "The name of the client that made the change."
            }
        }
    }

    private enum Part: Equatable {
        case text(String)
        case name(Name)
    }

    /// The description of a valid template.
    static var expectation: String {
        let names = Name.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        return "a text with \(names), and {{ for a brace"
    }

    /// The placeholders with their meanings, for help texts.
    static var help: String {
        let names = Name.allCases.map { (name: "{\($0.rawValue)}", meaning: $0.meaning) }
        let width = names.map(\.name.count).max() ?? 0
        let rows = names.map { name, meaning in
            "\(name)\(String(repeating: " ", count: width - name.count))  \(meaning)"
        }
        return """
            The TEXT of --format can have placeholders. A placeholder whose value is unknown becomes "none". For a brace,
            write {{ or }}.

            \(rows.joined(separator: "\n"))
            """
    }

    private let parts: [Part]

    /// Parses a template; returns nil if braces do not enclose a placeholder.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            parts.append(.text(String(rest[..<brace])))
            let behind = rest[rest.index(after: brace)...]
            if behind.first == rest[brace] {
                parts.append(.text(String(rest[brace])))
                rest = behind.dropFirst()
            } else if rest[brace] == "{", let end = behind.firstIndex(of: "}"),
                let name = Name(rawValue: String(behind[..<end]))
            {
                parts.append(.name(name))
                rest = behind[behind.index(after: end)...]
            } else {
                return nil
            }
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// Returns the line, without a line feed.
    func text(of change: WatchedChange) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let name): LineTemplate.text(of: name, change)
            }
        }.joined()
    }

    private static func text(of name: Name, _ watched: WatchedChange) -> String {
        let change = watched.change
        return switch name {
        case .key: change.key.shownWhole
        case .value: ValueText.line(change.value)
        case .old: ValueText.line(change.old)
        case .variant: (watched.evaluation?.variant ?? "none").shownWhole
        case .reason: (watched.evaluation?.reason ?? "none").shownWhole
        case .origin: (change.origin ?? "none").shownWhole
        case .revision: "\(watched.revision)"
        case .time: (watched.time ?? "none").shownWhole
        case .client: (watched.actor?.client ?? "none").shownWhole
        }
    }
}

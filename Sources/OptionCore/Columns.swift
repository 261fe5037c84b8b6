/// Two columns, as help shows options and commands.
package enum Columns {
    /// A line for each pair, the second ones below each other.
    package static func text(_ lines: [(String, String)]) -> String {
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { "  \($0)\(String(repeating: " ", count: width - $0.count))  \($1)\n" }.joined()
    }

    /// A line for each option.
    package static func text(_ options: [OptionShape]) -> String {
        text(options.map { ($0.usage, $0.summary) })
    }
}

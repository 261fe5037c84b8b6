/// Functions that format help in two columns.
package enum Columns {
    /// Returns one line for each pair, with the second strings aligned.
    package static func text(_ lines: [(String, String)]) -> String {
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { "  \($0)\(String(repeating: " ", count: width - $0.count))  \($1)\n" }.joined()
    }

    /// Returns one line for each option, with its usage and its summary.
    package static func text(_ options: [OptionShape]) -> String {
        text(options.map { ($0.usage, $0.summary) })
    }
}

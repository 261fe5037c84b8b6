/// Functions that format help in two columns.
package enum Columns {
    private static let indent = 2
    private static let gap = 2
    /// The indentation of the second column if all first strings are too wide for theirs.
    private static let leastOffset = 8

    /// Returns the pairs with the second strings aligned, and wrapped to a width.
    ///
    /// A first string of more than two fifths of the width has its own line.
    package static func text(_ lines: [(String, String)], width: Int = HelpWidth.usual) -> String {
        let most = width * 2 / 5
        let widest = lines.map(\.0.displayWidth).filter { $0 <= most }.max()
        let offset = widest.map { indent + $0 + gap } ?? leastOffset
        return lines.map { name, meaning in
            let name = "\(spaces(indent))\(name)"
            let meaning = meaning.wrapped(to: width, startingAt: offset, indent: offset)
            if meaning.isEmpty { return "\(name)\n" }
            let room = offset - gap - name.displayWidth
            return "\(name)\(room < 0 ? "\n\(spaces(offset))" : spaces(room + gap))\(meaning)\n"
        }.joined()
    }

    /// Returns the usage of each option, and its summary with its default.
    package static func text(_ options: [OptionShape], width: Int = HelpWidth.usual) -> String {
        text(options.map { ($0.usage, $0.meaning) }, width: width)
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

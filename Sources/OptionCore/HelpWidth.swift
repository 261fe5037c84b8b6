/// The width of help texts.
package enum HelpWidth {
    /// The number of columns without a terminal.
    package static let usual = 80
    /// The largest number of columns: longer lines are hard to read.
    private static let limit = 100
    /// The smallest number of columns, with room for two columns of text.
    private static let least = 20

    /// Returns the number of columns on a terminal; nil if the output is no terminal, or its width is unknown.
    package static func columns(onTerminal columns: Int?) -> Int {
        columns.map { min(max($0, least), limit) } ?? usual
    }
}

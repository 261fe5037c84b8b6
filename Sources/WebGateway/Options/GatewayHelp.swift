import OptionCore

/// The text that `--help` prints.
package enum GatewayHelp {
    /// Returns the text for a terminal of a width; nil means other output.
    package static func text(terminalColumns: Int?) -> String {
        let width = HelpWidth.columns(onTerminal: terminalColumns)
        return """
            usage: tunerweb [OPTION]...

            \(summary.wrapped(to: width))

            \(Columns.text(GatewayOptions.all.map(\.shape), width: width))
            """
    }

    private static let summary =
        "Serve the values and flags of tunerd over HTTP on this machine, by default at http://localhost:8081/. "
        + "\"man tunerweb\" lists the paths."
}

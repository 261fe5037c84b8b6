import OptionCore

/// The text that `--help` prints.
package enum GatewayHelp {
    /// Returns the text for a terminal of a width; nil means other output.
    package static func text(terminalColumns: Int?) -> String {
        """
        usage: tunerweb [OPTION]...

        Serve the values and flags of tunerd over HTTP on this machine, by default at http://localhost:8081/.
        "man tunerweb" lists the paths.

        \(Columns.text(GatewayOptions.all.map(\.shape), width: HelpWidth.columns(onTerminal: terminalColumns)))
        """
    }
}

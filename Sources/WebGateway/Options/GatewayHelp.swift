import OptionCore

/// The text that `--help` prints.
package enum GatewayHelp {
    /// Returns the text for a terminal of a width; nil means other output.
    package static func text(terminalColumns: Int?) -> String {
        """
        usage: tunerweb [OPTION]...

        The HTTP gateway to tunerd, for the programs and browsers of this machine.

        \(Columns.text(GatewayOptions.all.map(\.shape), width: HelpWidth.columns(onTerminal: terminalColumns)))
        """
    }
}

import OptionCore

/// The text that `--help` prints.
package enum DaemonHelp {
    /// Returns the text for a terminal of a width; nil means other output.
    package static func text(terminalColumns: Int?) -> String {
        """
        usage: tunerd [OPTION]...

        Owns live constants and feature flags, and serves them on a Unix socket.

        \(Columns.text(DaemonOptions.all.map(\.shape), width: HelpWidth.columns(onTerminal: terminalColumns)))
        """
    }
}

import OptionCore

/// The text that `--help` prints.
package enum DaemonHelp {
    /// Returns the text for a terminal of a width; nil means other output.
    package static func text(terminalColumns: Int?) -> String {
        let width = HelpWidth.columns(onTerminal: terminalColumns)
        return """
            usage: tunerd [OPTION]...

            \("Serve live constants and feature flags on a Unix socket.".wrapped(to: width))

            \(Columns.text(DaemonOptions.all.map(\.shape), width: width))
            """
    }
}

import OptionCore

/// The text that `--help` prints.
package enum SyncHelp {
    /// Returns the text for a terminal of a width; nil means other output.
    package static func text(terminalColumns: Int?) -> String {
        let width = HelpWidth.columns(onTerminal: terminalColumns)
        return """
            usage: tunersync --config FILE [OPTION]...
                   tunersync check FILE

            \(summary.wrapped(to: width))

            \(Columns.text(SyncOptions.all.map(\.shape), width: width))
            """
    }

    private static let summary =
        "Fetch layers from HTTP origins, and put them into tunerd on this machine. \"check\" reads a configuration and "
        + "prints its faults. \"man tunersync\" describes the configuration."
}

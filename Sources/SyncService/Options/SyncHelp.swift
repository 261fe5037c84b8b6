import OptionCore

/// The text that `--help` prints.
package enum SyncHelp {
    /// Returns the text for a terminal of a width; nil means other output.
    package static func text(terminalColumns: Int?) -> String {
        let width = HelpWidth.columns(onTerminal: terminalColumns)
        return """
            usage: tunersync --config FILE [OPTION]...
                   tunersync --config FILE --relay [ADDRESS:]PORT [OPTION]...
                   tunersync check [--syntax-only] FILE
                   tunersync status [--json]
                   tunersync now [LAYER]
                   tunersync reset LAYER
                   tunersync fleet COMMAND [OPTION]...

            \(summary.wrapped(to: width))

            \(Columns.text(SyncOptions.all.map(\.shape), width: width))
            """
    }

    private static let summary =
        "Fetch layers from HTTP origins and from etcd, and put them into tunerd on this machine. \"check\" reads a "
        + "configuration and the files that it names, and prints their faults. \"status\" prints the sources of the "
        + "running tunersync. \"now\" fetches a layer, or all layers. \"reset\" removes a layer and fetches it again. "
        + "\"fleet\" rolls out a layer to the machines of a fleet; see tunersync fleet --help. \"man tunersync\" "
        + "describes the configuration."
}

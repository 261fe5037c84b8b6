import OptionCore

/// The text that `--help` prints.
package enum DaemonHelp {
    package static var text: String {
        """
        usage: tunerd [OPTION]...

        Owns live constants and feature flags, and serves them on a Unix socket.

        \(Columns.text(DaemonOptions.all.map(\.shape)))
        """
    }
}

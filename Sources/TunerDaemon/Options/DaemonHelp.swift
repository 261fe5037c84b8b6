import OptionCore

/// What `--help` prints.
package enum DaemonHelp {
    /// The whole text.
    package static var text: String {
        """
        usage: tunerd [OPTION]...

        Owns live constants and feature flags, and serves them on a Unix socket.

        \(Columns.text(DaemonOptions.all.map(\.shape)))
        """
    }
}

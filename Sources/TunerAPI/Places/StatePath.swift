/// The directory that the daemon keeps its state in.
package struct StatePath: Equatable, Sendable {
    package let path: String

    /// Finds the directory: `--state`, else `$XDG_STATE_HOME/tuner`, else `~/.local/state/tuner`; none without a home.
    package init?(option: String?, environment: (String) -> String?) {
        if let option {
            path = option
        } else if let directory = XDG.directory("XDG_STATE_HOME", environment) {
            path = "\(directory)/tuner"
        } else if let home = XDG.directory("HOME", environment) {
            path = "\(home)/.local/state/tuner"
        } else {
            return nil
        }
    }
}

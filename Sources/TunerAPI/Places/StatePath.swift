/// The folder that the daemon keeps its state in.
package struct StatePath: Equatable, Sendable {
    package let path: String

    /// Finds the folder: `--state`, else `$XDG_STATE_HOME/tuner`, else `~/.local/state/tuner`; none without a home.
    package init?(option: String?, environment: (String) -> String?) {
        if let option {
            path = option
        } else if let folder = XDG.folder("XDG_STATE_HOME", environment) {
            path = "\(folder)/tuner"
        } else if let home = XDG.folder("HOME", environment) {
            path = "\(home)/.local/state/tuner"
        } else {
            return nil
        }
    }
}

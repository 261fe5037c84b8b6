/// The directory of the daemon's state.
package struct StatePath: Equatable, Sendable {
    /// The paths without the option, in the order of precedence.
    package static let defaults = ["$XDG_STATE_HOME/tuner", "$HOME/.local/state/tuner"]

    package let path: String

    /// Creates the path: `--state`, else `$XDG_STATE_HOME/tuner`, else `~/.local/state/tuner`; nil without a home.
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

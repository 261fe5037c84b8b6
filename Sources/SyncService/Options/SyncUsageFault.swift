package import OptionCore

/// An error in the command line of tunersync.
package enum SyncUsageFault: Error, Equatable, Sendable {
    case option(OptionFault)
    /// `check` has no file.
    case noFile
    /// `reset` has no layer.
    case noLayer
    /// `--syntax-only` is without `check`.
    case syntaxOnly
    /// `--json` is without `status`.
    case json
    /// `--relay` is beside a command.
    case relay
    /// There is no configuration.
    case noConfiguration
    /// There is no directory for what was fetched.
    case noState
}

extension SyncUsageFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .option(let fault): fault.description
        case .noFile: "the file is missing: tunersync check FILE"
        case .noLayer: "the layer is missing: tunersync reset LAYER"
        case .syntaxOnly: "--syntax-only belongs to check: tunersync check --syntax-only FILE"
        case .json: "--json belongs to status: tunersync status --json"
        case .relay: "--relay belongs to --config: tunersync --config FILE --relay PORT"
        case .noConfiguration: "the configuration is missing: tunersync --config FILE"
        case .noState:
            "there is no directory for what was fetched: neither $XDG_STATE_HOME nor $HOME is an absolute path; "
                + "use --state DIR"
        }
    }
}

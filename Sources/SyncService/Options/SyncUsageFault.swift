import JSONCore
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
    /// `fleet put` has no file.
    case noFleetFile
    /// `fleet` has an unknown command.
    case fleetCommand(String)
    /// `fleet` has an option that belongs to other commands.
    case fleetOption(String, [String])
    /// `fleet approve` has a stage that is no number.
    case stage(String)
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
        case .noFleetFile: "the file is missing: tunersync fleet put FILE"
        case .fleetCommand(let word):
            "fleet has no command \(word.shown)"
                + NearestName.question(NearestName.nearest(to: word, among: FleetOptions.commands))
        case .fleetOption(let option, let commands):
            "\(option) belongs to fleet \(ListText.of(commands, last: "or"))"
        case .stage(let word): "the stage must be a number from 1, got \(word.shown)"
        case .noConfiguration: "the configuration is missing: tunersync --config FILE"
        case .noState:
            "there is no directory for what was fetched: neither $XDG_STATE_HOME nor $HOME is an absolute path; "
                + "use --state DIR"
        }
    }
}

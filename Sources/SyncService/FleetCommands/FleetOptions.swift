package import OptionCore
package import SystemCore

/// The command line of `tunersync fleet`.
package struct FleetOptions: Equatable, Sendable {
    /// What the command does.
    package enum Action: Equatable, Sendable {
        /// Write the document in a file, or only print what would change.
        case put(file: String)
        case status
        /// Open a stage; without a number, the next one that needs an approval.
        case approve(stage: Int?)
        case pause
        case resume
        case abort
        case history
        case machines
        case help
    }

    package var action = Action.help
    /// The path of the configuration; nil for the default one.
    package var configuration: String?
    /// The layer; nil if the configuration has only one in etcd.
    package var layer: String?
    /// The labels that a machine must have, as `NAME=VALUE`.
    package var labels: [String] = []
    package var isJSON = false
    package var isDryRun = false
    package var isWatching = false
    /// Whether a document without a rollout may be written, which reaches all machines at once.
    package var isAtOnce = false

    package init() {}

    /// Creates the options of the words after `fleet`.
    package init(_ arguments: [RawText]) throws(SyncUsageFault) {
        self.init()
        var words: [String] = []
        do throws(OptionFault) {
            var reader = OptionReader(arguments)
            while let word = try reader.next(FleetOptions.all, for: &self) { words.append(word.path) }
        } catch {
            throw .option(error)
        }
        guard !words.isEmpty, !wantsHelp else { return }
        let word = words.count > 1 ? words[1] : nil
        switch words[0] {
        case "put":
            guard let word else { throw .noFleetFile }
            action = .put(file: word)
        case "approve":
            guard let word else {
                action = .approve(stage: nil)
                break
            }
            guard let stage = Int(word), stage > 0 else { throw .stage(word) }
            action = .approve(stage: stage)
        case "status": action = .status
        case "pause": action = .pause
        case "resume": action = .resume
        case "abort": action = .abort
        case "history": action = .history
        case "machines": action = .machines
        default: throw .fleetCommand(words[0])
        }
        let most = ["put", "approve"].contains(words[0]) ? 2 : 1
        guard words.count <= most else { throw .option(.unexpected(words[most])) }
        try checkOptions(of: words[0])
    }

    /// Throws if an option belongs to other commands.
    private func checkOptions(of command: String) throws(SyncUsageFault) {
        let uses: [(name: String, isUsed: Bool, commands: [String])] = [
            ("--label", !labels.isEmpty, ["machines"]), ("--watch", isWatching, ["status"]),
            ("--dry-run", isDryRun, ["put"]), ("--at-once", isAtOnce, ["put"]),
            ("--json", isJSON, ["status", "history", "machines"]),
        ]
        for use in uses where use.isUsed && !use.commands.contains(command) {
            throw .fleetOption(use.name, use.commands)
        }
    }

    private var wantsHelp = false

    /// The names of the commands, in the order of the help text.
    package static let commands = ["put", "status", "approve", "pause", "resume", "abort", "history", "machines"]

    /// The options in the order of the help text.
    package static let all: [Option<FleetOptions>] = [
        .path("--config", "FILE", "use the fleet and the layers of the configuration FILE") { $0.configuration = $1 }
            .withDefault("$XDG_CONFIG_HOME/tuner/sync.json, else ~/.config/tuner/sync.json"),
        .text("--layer", "LAYER", "name the layer, if the configuration has several in etcd") { $0.layer = $1 },
        .text("--label", "NAME=VALUE", "list only machines with this label; may be repeated") { $0.labels.append($1) },
        Option("--dry-run", "print what would change, and write nothing") { $0.isDryRun = true },
        Option("--at-once", "write a layer without a rollout, which each machine takes at once") { $0.isAtOnce = true },
        Option("--watch", "print the status every 2 seconds") { $0.isWatching = true },
        Option("--json", "print the result as JSON") { $0.isJSON = true },
        Option("--help", "print this help") { $0.wantsHelp = true }.short("-h"),
    ]
}

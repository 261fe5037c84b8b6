import OptionCore
import SystemCore
import TunerAPI

/// The words that tunersync gets.
private struct FleetWords {
    var words: [RawText] = []

    mutating func add(_ words: String...) { self.words += words.map { RawText(path: $0) } }
}

extension Command {
    static let fleet = Command(
        "fleet",
        "Roll out a layer in etcd to the machines of a fleet, and show how far it is.",
        details: """
            tunersync does the work: tunerctl itself speaks only to the daemon. The endpoints of etcd are those of the fleet
            in the configuration of tunersync. docs/fleet.md describes rollouts.
            """,
        hasUsualAction: false,
        actions: [
            .fleetPut, .fleetStatus, .fleetApprove, .fleetPause, .fleetResume, .fleetAbort, .fleetHistory,
            .fleetMachines,
        ]
    )

    private static let fleetPut = action(
        "put",
        "Check the layer in FILE, show what changes on how many machines, and write it to etcd.",
        Arguments("FILE", least: 1, most: 1),
        details: """
            The rollout begins when the layer is written. If somebody else has changed the layer since it was read, nothing is
            written, and the exit code is 1.
            """,
        options: [
            Option("--dry-run", "show what would change, and write nothing") { $0.add("--dry-run") },
            Option("--at-once", "write a layer without a rollout, which each machine takes at once") {
                $0.add("--at-once")
            },
        ],
        examples: ["tunerctl fleet put platform.json --dry-run", "tunerctl fleet put platform.json"]
    )

    private static let fleetStatus = action(
        "status",
        "Show the stages of the rollout, what the machines have reported, and which versions they have.",
        options: [Option("--watch", "show the status again and again") { $0.add("--watch") }],
        examples: ["tunerctl fleet status", "tunerctl fleet status --watch"]
    )

    private static let fleetApprove = action(
        "approve",
        "Open the next stage that needs an approval, or STAGE now.",
        Arguments("[STAGE]", least: 0, most: 1),
        details: """
            A stage that is approved needs no reports of the stage before. The reverts that the fleet has reported so far do not
            count any more.
            """,
        examples: ["tunerctl fleet approve", "tunerctl fleet approve 3"]
    )

    private static let fleetPause = action(
        "pause",
        "Let no further machine take the layer.",
        examples: ["tunerctl fleet pause"]
    )

    private static let fleetResume = action(
        "resume",
        "End a pause; the stages that follow move by its length.",
        examples: ["tunerctl fleet resume"]
    )

    private static let fleetAbort = action(
        "abort",
        "End the rollout: each machine returns to the layer that it had before.",
        examples: ["tunerctl fleet abort"]
    )

    private static let fleetHistory = action(
        "history",
        "Show who has changed the layer, and when.",
        examples: ["tunerctl fleet history"]
    )

    private static let fleetMachines = action(
        "machines",
        "List the machines, their labels and what they have reported.",
        options: [
            .text("--label", "NAME=VALUE", "list only machines with this label; may be repeated") {
                $0.add("--label", $1)
            }
        ],
        examples: ["tunerctl fleet machines", "tunerctl fleet machines --label zone=eu"]
    )

    private static func action(
        _ word: String,
        _ summary: String,
        _ arguments: Arguments = .none,
        details: String = "",
        options: [Option<FleetWords>] = [],
        examples: [String]
    ) -> Command {
        Command(
            "fleet \(word)",
            summary,
            arguments,
            shell: .refused,
            details: details,
            settings: FleetWords(),
            options: options + [
                .path("--config", "FILE", "use the fleet and the layers of the configuration FILE of tunersync") {
                    $0.add("--config", $1)
                }.withDefault("$XDG_CONFIG_HOME/tuner/sync.json, else ~/.config/tuner/sync.json"),
                .text("--layer", "LAYER", "name the layer, if the configuration has several in etcd") {
                    $0.add("--layer", $1)
                },
            ],
            examples: examples
        ) { (invocation, options, _) throws(Failure) in
            let program = try ServiceProgram.tunersync.find()
            var words = ["fleet", word].map { RawText(path: $0) } + options.words
            if invocation.global.isJSON { words.append(RawText(path: "--json")) }
            words += [RawText(path: "--")] + invocation.words
            do throws(SystemError) {
                try Kernel.become(RawText(path: program), words)
            } catch {
                throw .notStarted(program, error.errno)
            }
        }
    }
}

import OptionCore
import SystemCore
import TunerAPI

/// The arguments for `tunersync fleet`.
private struct FleetWords {
    var words: [RawText] = []

    mutating func add(_ words: String...) { self.words += words.map { RawText(path: $0) } }
}

extension Command {
    static let fleet = Command(
        "fleet",
        "Roll out a layer in etcd to the machines of a fleet, and print its progress.",
        details: """
            tunerctl runs "tunersync fleet" for this, because tunerctl itself connects only to the daemon. The configuration of
            tunersync has the endpoints of etcd. docs/fleet.md describes rollouts.
            """,
        hasUsualAction: false,
        actions: [
            .fleetPut, .fleetStatus, .fleetApprove, .fleetPause, .fleetResume, .fleetAbort, .fleetHistory,
            .fleetMachines,
        ]
    )

    private static let fleetPut = action(
        "put",
        "Validate the layer in FILE, print what changes on how many machines, and write it to etcd.",
        Arguments("FILE", least: 1, most: 1),
        details: """
            The rollout begins when the layer is written. If somebody else has changed the layer since this command read it,
            the command writes nothing, and the exit code is 1.
            """,
        options: [
            Option("--dry-run", "print what would change, and write nothing") { $0.add("--dry-run") },
            Option("--at-once", "write a layer without a rollout, which each machine takes at once") {
                $0.add("--at-once")
            },
        ],
        examples: ["tunerctl fleet put platform.json --dry-run", "tunerctl fleet put platform.json"]
    )

    private static let fleetStatus = action(
        "status",
        "Print the stages of the rollout, the counts of reports, and the versions of the machines.",
        options: [Option("--watch", "print the status every 2 seconds") { $0.add("--watch") }],
        examples: ["tunerctl fleet status", "tunerctl fleet status --watch"]
    )

    private static let fleetApprove = action(
        "approve",
        "Open the next stage that needs an approval, or STAGE now.",
        Arguments("[STAGE]", least: 0, most: 1),
        details: """
            The stage opens with all stages before it, without waiting for reports, but not before its "start". The reverts so far
            no longer count toward "failAfter".
            """,
        examples: ["tunerctl fleet approve", "tunerctl fleet approve 3"]
    )

    private static let fleetPause = action(
        "pause",
        "Let no further machine take the layer, until the rollout is resumed.",
        examples: ["tunerctl fleet pause"]
    )

    private static let fleetResume = action(
        "resume",
        "End a pause. Later stages open later, by the length of the pause.",
        examples: ["tunerctl fleet resume"]
    )

    private static let fleetAbort = action(
        "abort",
        "End the rollout: each machine returns to the layer that it had before.",
        examples: ["tunerctl fleet abort"]
    )

    private static let fleetHistory = action(
        "history",
        "Print the decisions of people about the layer, with their times.",
        examples: ["tunerctl fleet history"]
    )

    private static let fleetMachines = action(
        "machines",
        "List the machines, their labels and their reports.",
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

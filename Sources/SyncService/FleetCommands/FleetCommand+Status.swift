import ConsoleCore
import JSONCore
import OptionCore
import ServiceCore
import SyncEngine
import SystemCore

extension FleetCommand {
    /// The time between two updates with `--watch`.
    private static let pause = Duration.seconds(2)
    private static let mostProblems = 5

    /// Prints the status once, or repeatedly with `--watch`.
    func showStatus() throws {
        guard options.isWatching else { return try showOnce() }
        while true {
            // Move to the upper left corner, and erase below it.
            if StandardStreams.columns != nil { StandardStreams.print("\u{1B}[H\u{1B}[J") }
            try showOnce()
            try etcd.pause(FleetCommand.pause)
        }
    }

    private func showOnce() throws {
        guard let status = try status() else {
            throw FleetFault("the layer \(source.layer) has no rollout; to begin one: tunerctl fleet put FILE")
        }
        if options.isJSON { return try print(status.json(at: now)) }
        StandardStreams.print(text(of: status))
    }

    /// Reads the reports of the fleet; nil if the layer has no rollout.
    private func status() throws -> FleetStatus? {
        guard let (document, _) = try document(), let rollout = document.rollout else { return nil }
        let keys = etcd.keys
        let numbers = rollout.stages.indices.map { $0 + 1 }
        let states = FleetReport.State.allCases
        let prefixes = numbers.flatMap { number in
            states.map { keys.reports(layer: source.layer, rollout: rollout.id, state: $0, stage: number) }
        }
        let counts = try etcd.counts(below: prefixes + [keys.allAlive])
        let stages = numbers.map { number in
            let offset = (number - 1) * states.count
            let pairs = states.enumerated().map { ($1, counts[offset + $0]) }
            return FleetStatus.Stage(number: number, counts: Dictionary(uniqueKeysWithValues: pairs))
        }
        let machines = try machines()
        return FleetStatus(
            layer: source.layer,
            document: document,
            rollout: rollout,
            stages: stages,
            problems: try problems(of: rollout),
            machines: machines.count,
            silent: max(machines.count - Int(counts.last ?? 0), 0),
            versions: versions(of: machines)
        )
    }

    private func problems(of rollout: Rollout) throws -> [FleetStatus.Problem] {
        try [FleetReport.State.reverted, .failed].flatMap { state in
            let prefix = etcd.keys.reports(layer: source.layer, rollout: rollout.id, state: state)
            let items = try etcd.items(below: prefix, most: FleetCommand.mostProblems)
            return items.compactMap { item in problem(item, state) }
        }
    }

    private func problem(_ item: FleetEtcd.Item, _ state: FleetReport.State) -> FleetStatus.Problem? {
        guard case .report(_, _, _, _, let machine)? = etcd.keys.subject(of: item.key) else { return nil }
        var reason: String?
        if case .object(let members)? = try? JSON.parse(item.value.span) { reason = members.etcdText("reason") }
        return FleetStatus.Problem(machine: machine, state: state, reason: reason ?? "")
    }

    private func versions(of machines: [KnownMachine]) -> [(version: String?, count: Int)] {
        var counts: [String?: Int] = [:]
        for known in machines { counts[known.machine.versions.etcdText(source.layer), default: 0] += 1 }
        return counts.map { ($0.key, $0.value) }.sorted { ($1.count, $0.version ?? "") < ($0.count, $1.version ?? "") }
    }

    // MARK: Text

    private func text(of status: FleetStatus) -> String {
        let rollout = status.rollout
        let version = status.document.version.map { ", version \($0.shown)" } ?? ""
        var text = "\(status.layer)\(version): the rollout \(rollout.id) \(status.words(at: now))\n"
        let states = FleetReport.State.allCases
        var rows = [["stage", "machines", "expected"] + states.map(\.rawValue) + ["opens"]]
        for stage in status.stages {
            let expected = rollout.machines.count >= stage.number ? "\(rollout.machines[stage.number - 1])" : ""
            rows.append(
                ["\(stage.number)", rollout.stage(stage.number).words, expected]
                    + states.map { "\(stage.count($0))" } + [rollout.openingWords(of: stage.number)]
            )
        }
        text += Table.text(rows, columns: StandardStreams.columns)
        let versions = status.versions.map { pair in
            "\(pair.version?.shown ?? "unknown") on \(CountText.of(pair.count, "machine"))"
        }
        text += "\(CountText.of(status.machines, "known machine")), \(status.silent) silent"
        text += versions.isEmpty ? "\n" : "; versions: \(versions.joined(separator: ", "))\n"
        for problem in status.problems {
            text += "\(problem.machine.shown) \(problem.state.rawValue): \(problem.reason.shownWhole)\n"
        }
        return text + (status.advice(at: now).map { "\($0)\n" } ?? "")
    }
}

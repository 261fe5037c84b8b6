import ConsoleCore
import JSONCore
import ServiceCore
import SyncEngine
import SystemCore

extension FleetCommand {
    /// A machine of the fleet.
    struct KnownMachine {
        let name: String
        let machine: FleetMachine
    }

    /// Returns the machines that have reported within 30 days, in the order of their names.
    func machines() throws -> [KnownMachine] {
        try etcd.items(below: etcd.keys.allMachines).compactMap { item in
            guard case .machine(let name)? = etcd.keys.subject(of: item.key), let machine = FleetMachine(item.value)
            else {
                return nil
            }
            return KnownMachine(name: name, machine: machine)
        }
    }

    func showMachines() throws {
        let wanted = try options.labels.map { try FleetCommand.label($0) }
        let alive = Set(
            try etcd.items(below: etcd.keys.allAlive, withValues: false).compactMap { item in
                if case .alive(let name)? = etcd.keys.subject(of: item.key) { name } else { nil }
            }
        )
        let machines = try machines().filter { known in
            wanted.allSatisfy { known.machine.labels[$0.name]?.label == $0.value }
        }
        if options.isJSON {
            let values = machines.map { JSON.object($0.json(isSilent: !alive.contains($0.name))) }
            return try print(["machines": .array(values)])
        }
        guard !machines.isEmpty else {
            let which = options.labels.isEmpty ? "machine yet" : "matching machine"
            return StandardStreams.printError("tunersync: the fleet has no \(which)\n")
        }
        let rows = machines.map { known in
            [
                known.name.shownWhole, alive.contains(known.name) ? "" : "silent",
                known.machine.labels.members.map { "\($0.name.shown)=\($0.value.label)" }.joined(separator: " "),
                known.machine.reports.map(\.words).joined(separator: "; "),
            ]
        }
        StandardStreams.print(Table.text(rows))
    }

    func showHistory() throws {
        let entries = try etcd.items(below: FleetHistoryEntry.prefix(source.layer, etcd.keys))
            .compactMap { FleetHistoryEntry($0.value) }
        if options.isJSON { return try print(["changes": .array(entries.map { .object($0.json) })]) }
        guard !entries.isEmpty else {
            return StandardStreams.printError(
                "tunersync: nobody has changed the layer \(source.layer) with tunerctl fleet\n"
            )
        }
        StandardStreams.print(Table.text(entries.map { ["\($0.time.prefix(19))Z", $0.person.shown, $0.sentence] }))
    }

    func print(_ object: JSONObject) throws {
        StandardStreams.print("\(try JSON.object(object).written())\n")
    }

    private static func label(_ text: String) throws -> (name: String, value: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw FleetFault("--label: must be NAME=VALUE, got \(text.shown)", exitCode: 2)
        }
        return (String(parts[0]), String(parts[1]))
    }
}

extension FleetCommand.KnownMachine {
    fileprivate func json(isSilent: Bool) -> JSONObject {
        var layers = JSONObject()
        for report in machine.reports {
            var object: JSONObject = [
                "rollout": .string(report.rollout), "stage": .integer(Int64(report.stage)),
                "state": .string(report.state.rawValue), "time": .string(WallTime(milliseconds: report.time).rfc3339),
            ]
            object["version"] = report.version.map { .string($0) }
            object["reason"] = report.reason.map { .string($0) }
            layers[report.layer] = .object(object)
        }
        return [
            "machine": .string(name), "silent": .boolean(isSilent), "labels": .object(machine.labels),
            "versions": .object(machine.versions), "layers": .object(layers),
        ]
    }
}

extension FleetReport {
    /// The report as a phrase for people.
    fileprivate var words: String {
        let about = "\(layer) \(state.rawValue)\(version.map { " \($0.shown)" } ?? "")"
        return about + (reason.map { ": \($0.shown)" } ?? "")
    }
}

import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import ServiceCore
import SyncEngine
import SystemCore
import TunerAPI

extension FleetCommand {
    /// Validates the document in a file, prints its changes and the number of machines, and writes it.
    func put(_ file: String) throws {
        var document = try FleetCommand.read(file, id: newID)
        guard document.rollout != nil || options.isAtOnce else {
            throw FleetFault(
                "\(file.shownWhole) has no rollout, so each machine would take the layer at once; to do that, use --at-once"
            )
        }
        guard document.rollout == nil || !options.isAtOnce else {
            throw FleetFault("\(file.shownWhole) has a rollout; --at-once is for a layer without one")
        }
        let stored = try etcd.item(key)
        let old = stored.flatMap { try? RolloutDocument($0.value) }
        if let id = document.rollout?.id { try checkIsNew(id, old) }
        let machines = try machines().map { ($0.name, $0.machine.labels) }
        do throws(RolloutDocument.Fault) {
            try document.begin(at: now, machines, replacing: old)
        } catch {
            throw FleetFault("\(file.shownWhole): \(error)")
        }
        StandardStreams.print(preview(of: document, replacing: old, on: machines))
        guard !options.isDryRun else { return StandardStreams.print("nothing is written (--dry-run)\n") }
        let entry = FleetHistoryEntry("put", at: now, document)
        try write(document, ifRevision: stored?.revision ?? 0, entry)
        StandardStreams.print("\(source.layer): \(entry.sentence)\n")
    }

    /// Throws if a rollout with an id has begun before: its reports would count for the new one.
    private func checkIsNew(_ id: String, _ old: RolloutDocument?) throws {
        let reports = FleetReport.State.allCases.map { etcd.keys.reports(layer: source.layer, rollout: id, state: $0) }
        guard id != old?.rollout?.id, try etcd.counts(below: reports).allSatisfy({ $0 == 0 }) else {
            throw FleetFault("the rollout \(id) has begun already; a new rollout needs a new id")
        }
    }

    private static func read(_ file: String, id: String) throws -> RolloutDocument {
        let text: [UInt8]
        do throws(SystemError) {
            text = try KernelFileSystem().open(file, .read).readWhole()
        } catch {
            throw FleetFault("\(file.shownWhole) cannot be read: \(error.errno) (\(error.errno.name))", exitCode: 2)
        }
        do throws(RolloutDocument.Fault) {
            let document = try RolloutDocument(text, id: id)
            if let fault = fault(of: document.object) { throw RolloutDocument.Fault(fault) }
            return document
        } catch {
            throw FleetFault("\(file.shownWhole): \(error)")
        }
    }

    /// Returns why `layers.put` would refuse the members of a document on each machine; nil if they have the right types.
    private static func fault(of document: JSONObject) -> String? {
        var parameters = document
        parameters["rollout"] = nil
        parameters["name"] = "layer"
        let text = Array(((try? JSON.object(parameters).written()) ?? "").utf8)
        do throws(JSONFieldFault) {
            guard let range = try? JSON.check(text.span) else { return nil }
            _ = try PutLayerParameters(members: range, in: text.span)
            return nil
        } catch {
            return RPCError(error).message
        }
    }

    /// An id of the layer and the time, for a rollout without an id.
    private var newID: String {
        let digits = now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        return "\(source.layer.prefix(40).replacingText(":", with: "-"))-\(digits)"
    }

    // MARK: The preview

    private func preview(
        of document: RolloutDocument,
        replacing old: RolloutDocument?,
        on machines: [(name: String, labels: JSONObject)]
    ) -> String {
        let versions = [old?.version, document.version].map { $0?.shown ?? "none" }
        var text = "\(source.layer): version \(versions[0]) → \(versions[1])\n"
        let rows =
            FleetCommand.changes(from: old?.values, to: document.values)
            + FleetCommand.changes(from: old?.flags, to: document.flags)
        text += rows.isEmpty ? "  no value and no flag changes\n" : Table.text(rows.map { ["  \($0[0])", $0[1]] })
        guard let rollout = document.rollout else {
            return text + "  \(CountText.of(machines.count, "known machine")) at once\n"
        }
        if let id = old?.rollout?.id { text += "the rollout \(id) ends\n" }
        text += "the rollout \(rollout.id) for \(CountText.of(machines.count, "known machine"))\n"
        let counts = rollout.counts(of: machines)
        text += Table.text(
            rollout.stages.indices.map { index in
                [
                    "  stage \(index + 1)", rollout.stages[index].words,
                    CountText.of(counts.inStages[index], "machine"),
                    "opens \(rollout.openingWords(of: index + 1))",
                ]
            }
        )
        for (index, count) in counts.inStages.enumerated() where count == 0 && !machines.isEmpty {
            text += "  no known machine is in stage \(index + 1), so the next stage does not wait for it\n"
        }
        if counts.outside > 0 { text += "  \(CountText.of(counts.outside, "machine")) in no stage\n" }
        return text + "  \(rollout.words)\n"
    }

    /// Returns a row for each member that differs: its name, and the old and the new value.
    private static func changes(from old: JSONObject?, to new: JSONObject) -> [[String]] {
        let names = (old?.members ?? []).map(\.name) + new.members.map(\.name).filter { old?[$0] == nil }
        return names.compactMap { name in
            let (before, after) = (old?[name], new[name])
            guard before != after else { return nil }
            return [name.shown, "\(shown(before)) → \(shown(after))"]
        }
    }

    private static func shown(_ value: JSON?) -> String {
        guard let value else { return "not set" }
        return ((try? value.written()) ?? "").shown
    }
}

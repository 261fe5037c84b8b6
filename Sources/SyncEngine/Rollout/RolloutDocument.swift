package import JSONCore
import LayerPayloads
package import SystemCore

/// The document of a layer, with its rollout and the decisions of people about it.
///
/// A decision changes only the member `rollout`. The content stays the same, so machines continue their trials of it.
package struct RolloutDocument: Sendable, Equatable {
    /// A sentence that says why a document cannot be used, or why a decision is not possible.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The number of aborted rollouts that a document remembers.
    private static let mostWithdrawn = 20

    /// The whole document.
    package private(set) var object: JSONObject
    /// The rollout; nil if each machine takes the content at once.
    package private(set) var rollout: Rollout?

    /// Reads a document; a rollout without an id gets `id`.
    package init(_ text: [UInt8], id: String? = nil) throws(Fault) {
        do throws(LayerPayload.Fault) {
            object = try LayerPayload(text.span, as: .layer).members
        } catch {
            throw Fault(error.description)
        }
        if let id, case .object(var plan)? = object["rollout"], plan["id"] == nil {
            plan["id"] = .string(id)
            object["rollout"] = .object(plan)
        }
        try readRollout()
    }

    /// The version of the content; nil if it has none.
    package var version: String? {
        if case .string(let version)? = object["version"] { version } else { nil }
    }

    /// The values of the content.
    package var values: JSONObject {
        if case .object(let values)? = object["values"] { values } else { JSONObject() }
    }

    /// The flags of the content.
    package var flags: JSONObject {
        if case .object(let flags)? = object["flags"] { flags } else { JSONObject() }
    }

    /// The text of the document.
    package var text: [UInt8] {
        // Only a number that is not finite cannot be written, and JSON has none.
        Array(((try? JSON.object(object).written()) ?? "{}").utf8)
    }

    // MARK: Decisions

    /// Begins the rollout: sets the time, and the number of machines in each stage.
    ///
    /// `old` is the document that this one replaces.
    package mutating func begin(
        at time: WallTime,
        _ machines: [(name: String, labels: JSONObject)],
        replacing old: RolloutDocument? = nil
    ) throws(Fault) {
        guard case .object(var plan)? = object["rollout"] else { return }
        for name in ["started", "machines", "approved", "paused", "delay", "aborted", "withdrawn"]
        where plan[name] != nil {
            throw Fault("rollout/\(name): only tunersync fleet writes this member; remove it from the file")
        }
        plan["started"] = .string(time.rfc3339)
        object["rollout"] = .object(plan)
        try readRollout()
        guard let rollout else { return }
        // Without a known machine, nothing is known about the stages.
        if !machines.isEmpty {
            plan["machines"] = .array(rollout.counts(of: machines).inStages.map { .integer(Int64($0)) })
        }
        let withdrawn = (old?.rollout?.withdrawn ?? []) + (old?.rollout.map { $0.isAborted ? [$0.id] : [] } ?? [])
        if !withdrawn.isEmpty {
            plan["withdrawn"] = .array(withdrawn.suffix(RolloutDocument.mostWithdrawn).map { .string($0) })
        }
        try change(plan)
    }

    /// Opens a stage and those before it; without a stage, the next one that needs an approval.
    ///
    /// `reverted` is the number of reverts so far, which then no longer count.
    package mutating func approve(_ stage: Int?, at time: WallTime, knowing reverted: Int64) throws(Fault) {
        var (plan, rollout) = try running()
        let next = rollout.nextApproval
        guard let stage = stage ?? next else {
            throw Fault("no stage waits for an approval; to open a stage now, name its number")
        }
        guard (1...rollout.stages.count).contains(stage) else {
            throw Fault("the rollout has the stages 1 to \(rollout.stages.count), got \(stage)")
        }
        if let approval = rollout.approval, approval.stage > stage {
            throw Fault("stage \(approval.stage) is approved already")
        }
        plan["approved"] = [
            "stage": .integer(Int64(stage)), "time": .string(time.rfc3339), "forgiven": .integer(reverted),
        ]
        try change(plan)
    }

    package mutating func pause(at time: WallTime) throws(Fault) {
        var (plan, rollout) = try running()
        guard !rollout.isPaused else { throw Fault("the rollout is paused already") }
        plan["paused"] = .string(time.rfc3339)
        try change(plan)
    }

    /// Ends a pause; later stages open later, by the length of the pause.
    package mutating func resume(at time: WallTime) throws(Fault) {
        var (plan, rollout) = try running()
        guard rollout.isPaused, let text = plan.etcdText("paused"), let began = RolloutTime.duration(text) else {
            throw Fault("the rollout is not paused")
        }
        let length = max(.milliseconds(time.milliseconds) - began, .zero)
        plan["paused"] = nil
        plan["delay"] = .integer((rollout.delay + length).components.seconds)
        try change(plan)
    }

    /// Ends the rollout: each machine returns to the content that it had before the rollout.
    package mutating func abort(at time: WallTime) throws(Fault) {
        var (plan, _) = try running()
        plan["aborted"] = .string(time.rfc3339)
        try change(plan)
    }

    /// Returns the member `rollout` and the rollout, unless it is aborted.
    private func running() throws(Fault) -> (JSONObject, Rollout) {
        guard let rollout, case .object(let plan)? = object["rollout"] else { throw Fault("the layer has no rollout") }
        guard !rollout.isAborted else {
            throw Fault("the rollout \(rollout.id) is aborted; to begin another one, use tunerctl fleet put FILE")
        }
        return (plan, rollout)
    }

    private mutating func change(_ plan: JSONObject) throws(Fault) {
        object["rollout"] = .object(plan)
        try readRollout()
    }

    private mutating func readRollout() throws(Fault) {
        do throws(Rollout.Faults) {
            rollout = try object["rollout"].map { (value) throws(Rollout.Faults) in try Rollout(value) }
        } catch {
            throw Fault("\(error)")
        }
    }
}

extension Rollout {
    /// The number of machines in each stage, and in no stage.
    package struct Counts: Sendable, Equatable {
        package var inStages: [Int]
        package var outside = 0
    }

    package func counts(of machines: [(name: String, labels: JSONObject)]) -> Counts {
        var counts = Counts(inStages: Array(repeating: 0, count: stages.count))
        for machine in machines {
            if let stage = stage(of: machine.name, labels: machine.labels) {
                counts.inStages[stage - 1] += 1
            } else {
                counts.outside += 1
            }
        }
        return counts
    }

    /// The next stage that a person must open; nil if none is left.
    package var nextApproval: Int? {
        stages.indices.first { stages[$0].needsApproval && $0 + 1 > approval?.stage ?? 0 }.map { $0 + 1 }
    }
}

import JSONCore
import SyncEngine
import SystemCore

/// The reports of a fleet about the rollout of a layer.
struct FleetStatus {
    struct Stage {
        let number: Int
        /// The number of machines with each report.
        let counts: [FleetReport.State: Int64]

        func count(_ state: FleetReport.State) -> Int64 { counts[state] ?? 0 }
    }

    /// A machine that has reverted the layer or has failed.
    struct Problem {
        let machine: String
        let state: FleetReport.State
        let reason: String
    }

    let layer: String
    let document: RolloutDocument
    let rollout: Rollout
    let stages: [Stage]
    let problems: [Problem]
    let machines: Int
    let silent: Int
    /// The number of machines with each version, the greatest number first; nil is an unknown version.
    let versions: [(version: String?, count: Int)]

    func total(_ state: FleetReport.State) -> Int64 { stages.reduce(0) { $0 + $1.count(state) } }

    /// The number of the last stage that is open at a time; nil if none is.
    func openStage(at now: WallTime) -> Int? {
        let time = Duration.milliseconds(now.milliseconds)
        return (1...rollout.stages.count).last { number in
            guard let opening = rollout.opening(of: number, first: time) else { return false }
            return opening <= time
        }
    }

    /// The progress of the rollout.
    enum Phase: Equatable {
        case aborted, paused, complete
        /// Each machine has reported, but not all have applied the layer.
        case ended(applied: Int64, machines: Int64)
        /// The limit of reverts is reached.
        case stopped(reverts: Int64)
        /// A person must open a stage.
        case waiting(stage: Int)
        case open(stage: Int)
        /// The first stage opens later.
        case planned

        /// The name in JSON.
        var name: String {
            switch self {
            case .aborted: "aborted"
            case .paused: "paused"
            case .complete: "complete"
            case .ended: "ended"
            case .stopped: "stopped"
            case .waiting: "waiting"
            case .open: "open"
            case .planned: "planned"
            }
        }
    }

    func phase(at now: WallTime) -> Phase {
        if rollout.isAborted { return .aborted }
        if rollout.isPaused { return .paused }
        let expected = rollout.machines.reduce(0, +)
        if expected > 0, total(.applied) >= expected { return .complete }
        let reverts = total(.reverted) - (rollout.approval?.forgiven ?? 0)
        if reverts >= rollout.failAfter { return .stopped(reverts: reverts) }
        let open = openStage(at: now) ?? 0
        if let next = rollout.nextApproval, next == open + 1 { return .waiting(stage: next) }
        let reported = [.applied, .reverted, .failed].reduce(0) { $0 + total($1) }
        if expected > 0, total(.trying) == 0, reported >= expected {
            return .ended(applied: total(.applied), machines: reported)
        }
        return open == 0 ? .planned : .open(stage: open)
    }

    /// Returns the progress for people: the end of a sentence that begins with the rollout.
    func words(at now: WallTime) -> String {
        switch phase(at: now) {
        case .aborted: "is aborted"
        case .paused: "is paused"
        case .complete: "is complete"
        case .ended(let applied, let machines): "has ended: \(applied) of \(machines) machines have applied the layer"
        case .stopped(1): "has stopped, because 1 machine has reverted the layer"
        case .stopped(let reverts): "has stopped, because \(reverts) machines have reverted the layer"
        case .waiting(let stage): "waits for the approval of stage \(stage)"
        case .open(let stage): "is in stage \(stage) of \(stages.count)"
        case .planned: "has not begun yet"
        }
    }

    /// Returns the commands that a person can type; nil if the rollout needs none.
    func advice(at now: WallTime) -> String? {
        switch phase(at: now) {
        case .stopped:
            let entered = stages.filter { stage in stage.counts.values.contains { $0 > 0 } }
            let stage = entered.last?.number ?? 1
            return "to continue anyway: tunerctl fleet approve \(min(stage + 1, stages.count)); "
                + "to end the rollout: tunerctl fleet abort"
        case .waiting: return "to continue: tunerctl fleet approve"
        case .paused: return "to continue: tunerctl fleet resume"
        case .aborted, .complete, .ended, .open, .planned: return nil
        }
    }

    func json(at now: WallTime) -> JSONObject {
        var object: JSONObject = [
            "layer": .string(layer), "rollout": .string(rollout.id), "state": .string(phase(at: now).name),
            "machines": .integer(Int64(machines)), "silent": .integer(Int64(silent)),
        ]
        object["version"] = document.version.map { .string($0) }
        object["stages"] = .array(
            stages.map { stage in
                var counts: JSONObject = ["stage": .integer(Int64(stage.number))]
                if rollout.machines.count >= stage.number {
                    counts["expected"] = .integer(rollout.machines[stage.number - 1])
                }
                for state in FleetReport.State.allCases { counts[state.rawValue] = .integer(stage.count(state)) }
                return .object(counts)
            }
        )
        object["problems"] = .array(
            problems.map { problem in
                [
                    "machine": .string(problem.machine), "state": .string(problem.state.rawValue),
                    "reason": .string(problem.reason),
                ]
            }
        )
        object["versions"] = .array(
            versions.map { pair in
                ["version": pair.version.map { .string($0) } ?? .null, "machines": .integer(Int64(pair.count))]
            }
        )
        return object
    }
}

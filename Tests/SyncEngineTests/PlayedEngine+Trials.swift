import JSONCore
import LayerPayloads
import SyncEngine

extension PlayedEngine {
    /// The configuration of a machine that takes part in rollouts.
    static func fleet(_ change: (inout SyncSource) -> Void = { _ in }) -> SyncConfiguration {
        var configuration = configuration(change)
        let place = EtcdLocation(endpoints: ["http://127.0.0.1:2379"], keys: .prefix("/tuner/fleet/"))
        configuration.fleet = FleetSettings(machine: "host-7", place: place)
        return configuration
    }

    /// The ID of the trial that the last actions are about.
    var trial: TrialID? { actions.compactMap { if case .trial(let id, _) = $0 { id } else { nil } }.last }

    /// What the last actions ask for, for a trial.
    var calls: [TrialCall] { actions.compactMap { if case .trial(_, let call) = $0 { call } else { nil } } }

    var records: [TrialRecord] {
        actions.compactMap { if case .rememberTrial(let record) = $0 { record } else { nil } }
    }

    /// The states that the last actions report to the fleet.
    var states: [FleetReport.State?] { records.map(\.state) }

    mutating func finishCount(_ id: TrialID, _ counts: FleetCounts?) {
        set(engine.finishTrial(id, .counted(counts), at: now))
    }

    mutating func finishAnnouncement(_ id: TrialID, _ isStored: Bool) {
        set(engine.finishTrial(id, .announced(isStored), at: now))
    }

    mutating func finishTrialPut(_ id: TrialID, _ outcome: PutOutcome) {
        set(engine.finishTrial(id, .put(outcome), at: now))
    }

    mutating func finishCheck(_ id: TrialID, _ outcome: RolloutCheck.Outcome) {
        set(engine.finishTrial(id, .checked(outcome), at: now))
    }

    mutating func finishEnding(_ id: TrialID, _ outcome: EndingOutcome) {
        set(engine.finishTrial(id, .ended(outcome), at: now))
    }
}

package import LayerPayloads

/// A trial of this process.
package struct TrialID: Sendable, Hashable {
    package let layer: String
    let number: Int
}

/// What the process around the engine must do for a trial.
package enum TrialCall: Sendable, Equatable {
    /// Count the reports about a rollout; `before` is the stage whose reports are the evidence, nil for none.
    case count(rollout: String, before: Int?)
    /// Store a report in etcd, and say whether it is there.
    case announce(FleetReport)
    /// Call `layers.put` with the content, for a number of seconds.
    case put(SyncSource, LayerPayload, seconds: Int64)
    /// Run a check of the content.
    case check(RolloutCheck, FleetReport)
    /// Call `layers.keep`.
    case keep
    /// Call `layers.revert`.
    case revert
}

/// What has come of a call for a trial.
package enum TrialOutcome: Sendable, Equatable {
    /// The counts are nil if they could not be read.
    case counted(FleetCounts?)
    /// The value says whether etcd has the report.
    case announced(Bool)
    case put(PutOutcome)
    case checked(RolloutCheck.Outcome)
    case ended(EndingOutcome)
}

/// What a machine says about its part in a rollout.
package struct FleetReport: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// The machine has the layer for a time, and checks it.
        case trying
        /// The check has passed for the whole bake time, and the layer stays.
        case applied
        /// The check has failed, and the machine has its last known good layer again.
        case reverted
        /// The machine could not try or check the layer, and has its last known good layer; this says nothing about the layer.
        case failed
        /// A person has aborted the rollout, and the machine has its last known good layer again.
        case withdrawn
    }

    package let layer: String
    /// The id of the rollout.
    package let rollout: String
    /// The stage in which the machine takes the layer; the first one is 1.
    package let stage: Int
    package let state: State
    package let version: String?
    /// When the state began, in milliseconds since 1970.
    package let time: Int64
    /// Why the layer was reverted or has failed.
    package let reason: String?

    package init(
        layer: String,
        rollout: String,
        stage: Int,
        state: State,
        version: String? = nil,
        time: Int64,
        reason: String? = nil
    ) {
        (self.layer, self.rollout, self.stage, self.state) = (layer, rollout, stage, state)
        (self.version, self.time, self.reason) = (version, time, reason)
    }
}

/// How many machines of a fleet have reported what about a rollout.
package struct FleetCounts: Sendable, Equatable {
    /// The machines in all stages that have reverted the layer.
    package var reverted: Int64
    /// The machines of the stage before that have a report of any state.
    package var entered: Int64
    /// The machines of the stage before that have applied the layer.
    package var applied: Int64

    package init(reverted: Int64 = 0, entered: Int64 = 0, applied: Int64 = 0) {
        (self.reverted, self.entered, self.applied) = (reverted, entered, applied)
    }
}

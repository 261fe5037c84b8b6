package import JSONCore

/// How the content of a layer reaches the machines of a fleet: in stages, with a check on each machine.
///
/// It is a member of the layer's document, so every machine reads the same plan, and no program controls the others.
package struct Rollout: Sendable, Equatable {
    /// A person's decision to open a stage, and all stages before it.
    package struct Approval: Sendable, Equatable {
        package var stage: Int
        /// When the person decided, since the beginning of 1970.
        package var time: Duration
        /// The number of reverts that the person knew of, which do not count any more.
        package var forgiven: Int64 = 0

        package init(stage: Int, time: Duration) { (self.stage, self.time) = (stage, time) }
    }

    /// The name of the rollout, which decides with the name of a machine when the machine has its turn.
    package var id: String
    package var stages: [RolloutStage]
    package var check: RolloutCheck?
    /// How long each machine tries the content before it keeps it.
    package var bake = Duration.seconds(300)
    /// The number of reverts in the fleet at which no further machine takes the content.
    package var failAfter: Int64 = 1
    /// The percentage of the machines of a stage that must have applied the content before the next stage opens.
    package var needs: Int64 = 80
    /// When the rollout began, since the beginning of 1970; nil if the document does not say it.
    package var started: Duration?
    /// The number of machines that were expected in each stage when the rollout began; empty if that is not known.
    package var machines: [Int64] = []

    package var approval: Approval?
    /// Whether no further machine takes the content until a person resumes the rollout.
    package var isPaused = false
    /// The time for which the rollout was paused, which moves the stages that follow.
    package var delay = Duration.zero
    /// Whether a person has ended the rollout, so that each machine returns to its last known good content.
    package var isAborted = false

    package init(id: String, stages: [RolloutStage]) { (self.id, self.stages) = (id, stages) }
}

/// The machines that take the content at the same time.
package struct RolloutStage: Sendable, Equatable {
    /// The percentage of all machines, including those of the stages before.
    package var percent = 100.0
    /// The labels that a machine must have.
    package var labels = JSONObject()
    /// The earliest time at which the stage opens, since the beginning of 1970.
    package var start: Duration?
    /// The least time from the opening of the stage before.
    package var after = Duration.zero
    /// The time over which the machines of the stage take the content, one after the other.
    package var over = Duration.seconds(10)
    /// Whether a person must open the stage.
    package var needsApproval = false

    package init() {}
}

package import JSONCore

/// How the content of a layer reaches the machines of a fleet: in stages, with a check on each machine.
///
/// The rollout is a member of the layer's document, so every machine reads the same rollout, and no program controls the
/// others.
package struct Rollout: Sendable, Equatable {
    /// A person's decision to open a stage, and all stages before it.
    package struct Approval: Sendable, Equatable {
        package var stage: Int
        /// When the person decided, since the beginning of 1970.
        package var time: Duration
        /// The number of reverts before the decision, which no longer count.
        package var forgiven: Int64 = 0

        package init(stage: Int, time: Duration) { (self.stage, self.time) = (stage, time) }
    }

    /// The name of the rollout; hashes of this name and a machine's name choose the stage and the turn of the machine.
    package var id: String
    package var stages: [RolloutStage]
    package var check: RolloutCheck?
    /// How long each machine tries the content before it keeps it.
    package var bake = Duration.seconds(300)
    /// When the fleet has this number of reverts, no further machine takes the content.
    package var failAfter: Int64 = 1
    /// Of the machines that have a report in a stage, the percentage that must have applied the content before the next stage
    /// opens.
    package var needs: Int64 = 80
    /// When the rollout began, since the beginning of 1970; nil if the document has no such time.
    package var started: Duration?
    /// The number of machines in each stage when the rollout began; empty if the document has no such numbers.
    package var machines: [Int64] = []

    package var approval: Approval?
    /// Whether no further machine takes the content until a person resumes the rollout.
    package var isPaused = false
    /// The total length of the pauses, by which later stages open later.
    package var delay = Duration.zero
    /// The ids of earlier rollouts that were aborted: a machine that missed an abort returns to its content from before.
    package var withdrawn: [String] = []
    /// Whether a person has aborted the rollout, so that each machine returns to the content that it had before.
    package var isAborted = false

    package init(id: String, stages: [RolloutStage]) { (self.id, self.stages) = (id, stages) }
}

/// A group of machines that take the content within the time ``over``.
package struct RolloutStage: Sendable, Equatable {
    /// The percentage of all machines, including those of the previous stages.
    package var percent = 100.0
    /// The labels that a machine must have.
    package var labels = JSONObject()
    /// The earliest time at which the stage opens, since the beginning of 1970.
    package var start: Duration?
    /// The least time from the opening of the previous stage.
    package var after = Duration.zero
    /// The time over which the turns of the machines in the stage are spread.
    package var over = Duration.seconds(10)
    /// Whether a person must open the stage.
    package var needsApproval = false

    package init() {}
}

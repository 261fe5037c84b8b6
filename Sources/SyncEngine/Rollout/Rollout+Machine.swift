import FlagEngine
package import JSONCore

extension Rollout {
    /// The time that a machine may need after its bake time, until its report can be read.
    package static let reportTime = Duration.seconds(2)

    /// The stages of a rollout are counted from 1, as people count them.
    package func stage(_ number: Int) -> RolloutStage { stages[number - 1] }

    /// Returns the number of the first stage that a machine is in; nil if it is in none.
    package func stage(of machine: String, labels: JSONObject) -> Int? {
        let percent = Rollout.fraction("\(id)/\(machine)") * 100
        let index = stages.firstIndex { stage in
            percent < stage.percent && stage.labels.members.allSatisfy { labels[$0.name] == $0.value }
        }
        return index.map { $0 + 1 }
    }

    /// Returns when a stage opens, since the beginning of 1970; nil if that needs a decision of a person.
    ///
    /// `first` is the time at which the machine first saw the rollout, for a document that does not say when it began.
    package func opening(of number: Int, first: Duration) -> Duration? {
        guard !isPaused, !isAborted else { return nil }
        var opening = max((started ?? first) + delay, stage(1).start ?? .zero)
        for each in 1...number {
            if each > 1 {
                let before = stage(each - 1)
                // The machines of the stage before cannot have reported sooner that they keep the content.
                opening += max(stage(each).after, before.over + bake + Rollout.reportTime)
            }
            if let approval, approval.stage >= each {
                opening = min(opening, approval.time)
                if approval.stage == each, stage(each).needsApproval { opening = approval.time }
            } else if stage(each).needsApproval {
                return nil
            }
            opening = max(opening, stage(each).start ?? .zero)
        }
        return opening
    }

    /// Returns when a machine takes the content, if nothing speaks against it; nil if that needs a decision of a person.
    package func entry(of machine: String, in number: Int, first: Duration) -> Duration? {
        // Another text than for the percentage, so that the machines of a later stage are spread over all of it, too.
        opening(of: number, first: first).map { $0 + stage(number).over * Rollout.fraction("\(machine)/\(id)") }
    }

    /// Returns the last stage before a stage in which machines are expected; nil if there is none.
    package func evidence(for number: Int) -> Int? {
        (1..<number).last { machines.isEmpty || machines[$0 - 1] > 0 }
    }

    /// Whether a machine may take the content.
    package enum Permission: Sendable, Equatable {
        case granted
        /// Not yet: the reports of the stage before are missing; the reason is the end of a sentence.
        case missing(String)
        /// Not until a person decides: the limit of reverts is reached.
        case stopped(String)
    }

    /// Decides by the reports of the fleet whether the machines of a stage may take the content.
    package func permission(for number: Int, _ counts: FleetCounts) -> Permission {
        let reverts = counts.reverted - (approval?.forgiven ?? 0)
        guard reverts < failAfter else {
            return .stopped(
                reverts == 1 ? "1 machine has reverted the layer" : "\(reverts) machines have reverted the layer"
            )
        }
        guard let before = evidence(for: number), number > approval?.stage ?? 0 else { return .granted }
        guard counts.entered > 0 else { return .missing("no machine of stage \(before) has reported yet") }
        guard counts.applied * 100 >= counts.entered * needs else {
            return .missing(
                "\(counts.applied) of \(counts.entered) machines of stage \(before) have applied the layer, and "
                    + "\(needs) % are needed"
            )
        }
        return .granted
    }

    /// Returns the place of a text in a uniform spread, from 0 to 1 without 1.
    private static func fraction(_ text: String) -> Double { Double(Murmur3.hash(text)) / 4_294_967_296 }
}

import FlagEngine
package import JSONCore

extension Rollout {
    /// The time from the end of a machine's bake time until other machines can read its report.
    package static let reportTime = Duration.seconds(2)

    /// Returns the stage with a number; the first stage has the number 1.
    package func stage(_ number: Int) -> RolloutStage { stages[number - 1] }

    /// Returns the number of the first stage that a machine is in; nil if it is in none.
    package func stage(of machine: String, labels: JSONObject) -> Int? {
        let percent = Rollout.fraction("\(id)/\(machine)") * 100
        let index = stages.firstIndex { stage in
            percent < stage.percent && stage.labels.members.allSatisfy { labels[$0.name] == $0.value }
        }
        return index.map { $0 + 1 }
    }

    /// Returns when a stage opens, since the beginning of 1970; nil if a person must decide first.
    ///
    /// `first` is the time at which the machine first saw the rollout, for a document without the time of its beginning.
    package func opening(of number: Int, first: Duration) -> Duration? {
        guard !isPaused, !isAborted else { return nil }
        var opening = max((started ?? first) + delay, stage(1).start ?? .zero)
        for each in 1...number {
            if each > 1 {
                let before = stage(each - 1)
                // The machines of the previous stage cannot report sooner that they have applied the content.
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

    /// Returns when it is the turn of a machine in a stage; nil if a person must decide first.
    package func entry(of machine: String, in number: Int, first: Duration) -> Duration? {
        // This text differs from the one for the percentage, so that also a later stage spreads its machines evenly.
        opening(of: number, first: first).map { $0 + stage(number).over * Rollout.fraction("\(machine)/\(id)") }
    }

    /// Returns the last stage before a stage that should have machines, whose reports are needed; nil if there is none.
    package func evidence(for number: Int) -> Int? {
        (1..<number).last { machines.isEmpty || machines[$0 - 1] > 0 }
    }

    /// Whether a machine may take the content.
    package enum Permission: Sendable, Equatable {
        case granted
        /// Not yet: reports of the previous stage are missing. The reason is the end of a sentence.
        case missing(String)
        /// Not until a person decides: `failAfter` machines have reverted the content. The reason is a sentence.
        case stopped(String)
    }

    /// Returns whether the reports of the fleet allow the machines of a stage to take the content.
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

    /// Returns the hash of a text as a fraction: at least 0, and below 1.
    private static func fraction(_ text: String) -> Double { Double(Murmur3.hash(text)) / 4_294_967_296 }
}

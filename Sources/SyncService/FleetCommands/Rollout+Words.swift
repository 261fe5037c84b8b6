import ConsoleCore
import JSONCore
import SyncEngine
import SystemCore

extension RolloutStage {
    /// The machines of the stage, as text for people, such as `10 %, zone=eu`.
    var words: String {
        let number = percent == percent.rounded() ? "\(Int(percent)) %" : "\(percent) %"
        let labels = labels.members.map { "\($0.name)=\($0.value.label)" }
        return ([number] + labels).joined(separator: ", ")
    }
}

extension JSON {
    /// A label as a person types it.
    var label: String {
        if case .string(let text) = self { return text.shownWhole }
        return (try? written()) ?? ""
    }
}

extension Rollout {
    /// The check and the limits as a sentence for people.
    var words: String {
        let check =
            check.map { "each machine runs \($0.command) every \($0.every.secondsText), " } ?? "without a check, "
        let limit =
            failAfter == 1 ? "the first revert stops" : "\(failAfter) reverts stop"
        return "\(check)for \(bake.words); \(limit) the rollout"
    }

    /// Returns the time at which a stage opens, or its condition, as text for people.
    func openingWords(of number: Int) -> String {
        let stage = stage(number)
        if let opening = opening(of: number, first: .zero), started != nil {
            return "\(WallTime(milliseconds: opening.milliseconds).rfc3339.prefix(19))Z"
        }
        if isAborted { return "never" }
        if isPaused { return "after the pause" }
        if stage.needsApproval { return "after an approval" }
        return number == 1 ? "at once" : "after stage \(number - 1)"
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }

    /// The time in its largest unit, or in seconds with a fraction: "0.3 s".
    fileprivate var secondsText: String {
        let (seconds, rest) = components
        return seconds < 60 && rest != 0 ? "\(Double(milliseconds) / 1_000) s" : shortWords
    }
}

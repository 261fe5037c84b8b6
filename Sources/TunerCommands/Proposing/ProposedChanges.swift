import ConsoleCore
import JSONCore
import TunerAPI

/// What a proposal would change in the shared state.
struct ProposedChanges {
    let proposal: Proposal
    let result: DiffResult
    /// The keys whose shared value has changed since the proposal was made.
    let changedSince: [String]

    /// The agent and its reason, a line for each change, and a line for each key that has changed since.
    var text: String {
        let changes = result.changes.map { "\(ChangeText.line($0))\n" }
        let flags = (result.flags ?? []).map { "\(FlagText.line($0))\n" }
        let stored = (result.stored ?? []).map { change in
            "\(change.key.shownWhole): \(ValueText.line(change.value)) (stored, no effect now)\n"
        }
        let since = changedSince.map { "\($0.shownWhole) has changed since the proposal was made\n" }
        let lines = flags + changes + stored + since
        return proposal.headline + (lines.isEmpty ? "it changes nothing\n" : lines.joined())
    }

    /// The question whether to apply the changes.
    var question: String {
        let values = Int64(result.changes.count + (result.stored?.count ?? 0))
        let contents = CountText.contents(values: values, flags: Int64(result.flags?.count ?? 0))
        return "Apply \(contents) for all programs? [y/N] "
    }
}

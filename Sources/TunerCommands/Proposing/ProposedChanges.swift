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
        let changes = result.changes.map { "\(ChangeText.line($0.hidingSecret))\n" }
        let flags = (result.flags ?? []).map { "\(FlagText.line($0))\n" }
        let since = changedSince.map { "\($0.shownWhole) has changed since the proposal was made\n" }
        let more = result.more == true ? ["and more\n"] : []
        let lines = flags + changes + more + since
        return proposal.headline + (lines.isEmpty ? "it changes nothing\n" : lines.joined())
    }
}

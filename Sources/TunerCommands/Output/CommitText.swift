import JSONCore
import TunerAPI

/// Commits for people.
enum CommitText {
    /// Returns one line, or a headline with a line for each change if there are several.
    static func lines(_ commit: CommitRecord) -> String {
        let actor = "\(commit.actor.client.shownWhole)[\(commit.actor.pid)]"
        let head = "\(commit.revision) \(commit.time.shownWhole) \(actor) \(commit.operation.shownWhole)"
        let changes = commit.changes.map(ChangeText.line) + (commit.flags ?? []).map(FlagText.line)
        switch changes.count {
        case 0: return "\(head)\n"
        case 1: return "\(head) \(changes[0])\n"
        default:
            let lines = changes.map { "    \($0)\n" }.joined()
            return "\(head)\n\(lines)\(commit.more == true ? "    and more\n" : "")"
        }
    }
}

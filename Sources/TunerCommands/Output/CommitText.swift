import JSONCore
import TunerAPI

/// Commits as people read them.
enum CommitText {
    /// One line, and one more for each change where there are several.
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

import JSONCore
package import TunerAPI

/// Commits for people.
package enum CommitText {
    /// The largest number of names in a line.
    private static let mostNames = 8

    /// Returns one line, or a headline with a line for each change if there are several.
    package static func lines(_ commit: CommitRecord) -> String {
        let actor = "\(commit.actor.client.shownWhole)[\(commit.actor.pid)]"
        let operation = ([commit.operation] + names(in: commit)).map(\.shownWhole).joined(separator: " ")
        let head = "\(commit.revision) \(commit.time.shownWhole) \(actor) \(operation)"
        let note = (commit.tries ?? []).map(TryText.note).joined()
        let changes = commit.changes.map(ChangeText.line) + (commit.flags ?? []).map(FlagText.line)
        switch changes.count {
        case 0: return "\(head)\(note)\n"
        case 1: return "\(head) \(changes[0])\(note)\n"
        default:
            let lines = changes.map { "    \($0)\n" }.joined()
            return "\(head)\(note)\n\(lines)\(commit.more == true ? "    and more\n" : "")"
        }
    }

    /// Returns the first names in a commit of which it changed no value, and the number of the others.
    private static func names(in commit: CommitRecord) -> [String] {
        let names = commit.names ?? []
        guard names.count > mostNames else { return names }
        return names.prefix(mostNames) + ["and \(names.count - mostNames) more"]
    }
}

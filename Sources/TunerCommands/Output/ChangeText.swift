import JSONCore
import TunerAPI

/// What became of values, a line each.
enum ChangeText {
    /// One change: "ui.cornerRadius: 12 -> 18 (local)".
    static func line(_ change: ChangeRecord) -> String {
        let origin = change.origin.map { " (\($0.shownWhole))" } ?? ""
        return "\(change.key.shownWhole): \(ValueText.line(change.old)) -> \(ValueText.line(change.value))\(origin)"
    }

    /// What became of a value that was written.
    static func line(_ result: SetResult) -> String {
        "\(result.key.shownWhole): \(ValueText.line(result.old)) -> \(ValueText.line(result.value))"
    }

    /// All of them; what was too much to be told is said to be missing.
    static func lines(_ changes: [ChangeRecord], hasMore: Bool) -> String {
        changes.map { "\(line($0))\n" }.joined() + (hasMore ? "and more\n" : "")
    }
}

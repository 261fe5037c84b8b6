import JSONCore
package import TunerAPI

/// Changes of values as lines of text.
package enum ChangeText {
    /// Returns the text of one change: "ui.cornerRadius: 12 -> 18 (local)".
    package static func line(_ change: ChangeRecord) -> String {
        let origin = change.origin.map { " (\($0.shownWhole))" } ?? ""
        return "\(change.key.shownWhole): \(ValueText.line(change.old)) -> \(ValueText.line(change.value))\(origin)"
    }

    /// Returns the text of a value that was set.
    package static func line(_ result: SetResult) -> String {
        "\(result.key.shownWhole): \(ValueText.line(result.old)) -> \(ValueText.line(result.value))"
    }

    /// Returns a line for each change; `hasMore` adds a note that the response leaves out some of them.
    package static func lines(_ changes: [ChangeRecord], hasMore: Bool) -> String {
        changes.map { "\(line($0))\n" }.joined() + (hasMore ? "and more\n" : "")
    }
}

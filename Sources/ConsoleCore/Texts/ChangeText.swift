import JSONCore
package import TunerAPI

/// Changes of values as lines of text.
package enum ChangeText {
    /// Returns the text of one change: "ui.cornerRadius: 12 -> 18 (local)".
    package static func line(_ change: ChangeRecord) -> String {
        let origin = change.origin.map { " (\($0.shownWhole))" } ?? ""
        return "\(change.key.shownWhole): \(ValueText.line(change.old)) -> \(ValueText.line(change.value))\(origin)"
    }

    /// Returns the text of a value that was set: "ui.cornerRadius: 12 -> 18".
    ///
    /// If the value in effect stays, the text has only the stored value: "ui.cornerRadius: stored 18".
    package static func line(_ result: SetResult, isDryRun: Bool = false, isInWorld: Bool = false) -> String {
        let (key, origin) = (result.key.shownWhole, isInWorld ? " (world)" : "")
        guard result.effective == nil || result.changesEffectiveValue else {
            return "\(key): \(isDryRun ? "would store" : "stored") \(ValueText.line(result.value))\(origin)"
        }
        let value = result.effective ?? result.value
        return "\(key): \(ValueText.line(result.old)) -> \(ValueText.line(value))\(origin)"
    }

    /// Returns a line for each change; `hasMore` adds a note that the response leaves out some of them.
    package static func lines(_ changes: [ChangeRecord], hasMore: Bool) -> String {
        changes.map { "\(line($0))\n" }.joined() + (hasMore ? "and more\n" : "")
    }
}

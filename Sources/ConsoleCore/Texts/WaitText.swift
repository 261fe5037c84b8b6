package import JSONCore

/// Sentences about a wait for a value.
package enum WaitText {
    package static let severalConditions = "only one condition is allowed: VALUE, --above, --below or --changed"

    /// Returns the sentence about a condition that no value has met; `limit` is the time of the wait, as text.
    package static func conditionNotMet(_ key: String, _ value: JSON?, after limit: String) -> String {
        guard let value else { return "there is still no \(key.shownWhole) after \(limit)" }
        return "\(key.shownWhole) is still \(ValueText.short(value)) after \(limit)"
    }

    /// Returns the sentence about a key that names a member of a tunable.
    package static func member(_ key: String, of tunable: String) -> String {
        "\(key.shown) is a member of \(tunable.shown), and only whole tunables can be watched; use \(tunable.shown)"
    }
}

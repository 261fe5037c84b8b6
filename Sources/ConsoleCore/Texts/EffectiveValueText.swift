package import JSONCore
import TunableEngine
package import TunerAPI

/// Sentences about a key whose stored value is not in effect.
package enum EffectiveValueText {
    /// Returns the sentence about the value in effect: "d.x is still 5 (a kill switch limits it to its default)".
    ///
    /// `hasChanged` is whether the write changes the value in effect. A dry run gives "would be" instead of "is".
    package static func sentence(
        _ key: String,
        _ value: JSON,
        origin: String,
        hasChanged: Bool = false,
        isDryRun: Bool = false
    ) -> String {
        let verb =
            switch (isDryRun, hasChanged) {
            case (false, false): "is still"
            case (false, true): "is now"
            case (true, false): "would still be"
            case (true, true): "would be"
            }
        let reason = origin == "limited" ? "a kill switch limits it to its default" : origin.shownWhole
        return "\(key.shownWhole) \(verb) \(ValueText.line(value)) (\(reason))"
    }

    /// Returns a sentence about a key with the command that explains it.
    package static func withAdvice(_ sentence: String, about key: String) -> String {
        "\(sentence); see: tunerctl describe \(key.shownWhole)"
    }

    /// Returns the sentence about the result of a write; nil if the stored value is in effect.
    package static func sentence(about result: SetResult, isDryRun: Bool = false) -> String? {
        guard let value = result.effective, let origin = result.origin else { return nil }
        return sentence(
            result.key,
            value,
            origin: origin,
            hasChanged: result.changesEffectiveValue,
            isDryRun: isDryRun
        )
    }
}

extension SetResult {
    /// Whether the write changes the value in effect.
    var changesEffectiveValue: Bool {
        old.map { JSONByValue($0) } != JSONByValue(effective ?? value)
    }
}

package import JSONCore
import OptionCore
import TunableEngine

/// Advice about a key that was set as a tunable, but is also the key of a flag.
package enum FlagAdvice {
    /// The length in bytes from which a message does not repeat a value.
    private static let longest = 200

    /// Returns the end of a sentence, with the command that sets the flag to the value, if the flag can have it.
    package static func sentenceEnd(_ key: String, _ value: JSON, variants: JSONObject) -> String {
        let key = key.shownWhole.shellWord
        let variant = variants.members.first { $0.name == value.text || JSONByValue($0.value) == JSONByValue(value) }
        let command =
            if case .boolean(let isOn) = value, variant != nil {
                "\(isOn ? "on" : "off") \(key)"
            } else if let variant {
                "set \(key) \(variant.name.shownWhole.shellWord)"
            } else if variants.members.contains(where: { $0.value.kind == value.kind }) {
                "set \(key) \(word(for: value))"
            } else {
                "set \(key) VARIANT, with a variant of \(names(of: variants))"
            }
        return "; to set the flag, type: tunerctl flag \(command)"
    }

    /// Returns the names of variants as a list in a sentence.
    package static func names(of variants: JSONObject) -> String {
        variants.members.map(\.name.shown).joined(separator: ", ")
    }

    /// Returns the word of a command line for a value, or a placeholder if the value is long.
    private static func word(for value: JSON) -> String {
        if let text = value.text {
            return "\(text.utf8.count > longest ? "TEXT" : text.shownWhole.shellWord) --string"
        }
        let line = ValueText.line(value)
        return line.utf8.count > longest ? "VALUE" : line.shownWhole.shellWord
    }
}

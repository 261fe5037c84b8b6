package import JSONCore
import TunableEngine

/// A key without a declaration that a write has created, perhaps by mistake.
package struct NewKey {
    private let key: String
    private let kind: FreeKind
    /// What the user may have meant; empty if nothing suggests a mistake.
    private let advice: String

    /// Creates the key with its value and the result of `tunables.describe`; nil if the key has a declaration.
    ///
    /// `variants` are those of the flag with this key, if there is one. A key among `written` is not suggested: the user has
    /// typed both.
    package init?(
        _ key: String,
        _ value: JSON,
        describedBy description: JSON?,
        variants: JSONObject?,
        besides written: JSONObject = JSONObject()
    ) {
        guard let kind = FreeKind(of: value), description?["spec"] == nil else { return nil }
        self.key = key
        self.kind = kind
        let nearest = description?["nearest"]?.text.flatMap { written[$0] == nil ? $0 : nil }
        let parts = key.split(separator: ".", omittingEmptySubsequences: false)
        let remark = parts.contains { $0.isEmpty } ? "; it has a period without a word on both sides" : ""
        advice =
            remark
            + (variants.map { FlagAdvice.sentenceEnd(key, value, variants: $0) } ?? NearestName.question(nearest))
    }

    /// Whether something suggests that the user meant another key.
    package var isDoubtful: Bool { !advice.isEmpty }

    /// Returns a sentence about the key, with a verb such as "is".
    package func sentence(_ verb: String) -> String {
        "\(key.shownWhole) \(verb) a new tunable of type \(kind.type.rawValue)\(advice)"
    }
}

import JSONCore
import TunableEngine

/// What rules are told of who asks, as it is typed: words of the form NAME=VALUE, or JSON objects.
enum ContextText {
    /// Whether a word is of either form.
    static func isContext(_ word: String) -> Bool {
        (try? JSON.parse(word))?.object != nil || TypedTexts.pair(word) != nil
    }

    /// All words in one object, where there is one; of a name that stands twice the last counts.
    static func object(of words: [String], areStrings: Bool = false) -> JSONObject? {
        guard !words.isEmpty else { return nil }
        var context = JSONObject()
        for word in words {
            if let object = (try? JSON.parse(word))?.object {
                for member in object.members { context[member.name] = member.value }
            } else if let (name, text) = TypedTexts.pair(word) {
                context[name] = areStrings ? .string(text) : TextValue.value(of: text)
            }
        }
        return context
    }
}

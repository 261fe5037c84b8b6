import JSONCore
import TunableEngine

/// What rules are told of who asks, as it is typed: words of the form NAME=VALUE, or JSON objects.
enum ContextText {
    /// Whether a word is of either form.
    static func isContext(_ word: String) -> Bool {
        object(word) != nil || TypedTexts.pair(word) != nil
    }

    /// All words in one object, where there is one; of a name that stands twice the last counts.
    static func object(of words: [String], areStrings: Bool = false) -> JSONObject? {
        guard !words.isEmpty else { return nil }
        var context = JSONObject()
        for word in words {
            if let object = object(word) {
                for member in object.members { context[member.name] = member.value }
            } else if let (name, text) = TypedTexts.pair(word) {
                context[name] = areStrings ? .string(text) : TextValue.value(of: text)
            }
        }
        return context
    }

    private static func object(_ word: String) -> JSONObject? {
        guard case .object(let object)? = try? JSON.parse(word) else { return nil }
        return object
    }
}

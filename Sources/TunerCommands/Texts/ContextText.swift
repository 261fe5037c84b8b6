import ConsoleCore
import JSONCore
import TunableEngine

/// The evaluation context as typed: words of the form NAME=VALUE, or JSON objects.
enum ContextText {
    /// Returns whether a word has one of the two forms.
    static func isContext(_ word: String) -> Bool {
        (try? JSON.parse(word))?.object != nil || TypedTexts.pair(word) != nil
    }

    /// Returns all words in one object, or nil without words; if a name occurs twice, the last value is used.
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

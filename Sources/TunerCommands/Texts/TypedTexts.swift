import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

/// What someone typed as the values of keys.
///
/// What a text stands for depends on its key: `on` is true for a boolean, `12` a text for a string. Most texts leave no
/// doubt, so they are sent as what they look like; only where the daemon finds that of another type, it is asked what the
/// key is. So nearly every `set` is one call.
struct TypedTexts {
    private let texts: [(key: String, text: String)]
    /// Whether texts are strings, whatever they look like.
    let areStrings: Bool
    /// What is to be sent.
    private(set) var values = JSONObject()

    /// Takes texts; of a key that stands twice the last counts.
    init(_ texts: [(key: String, text: String)], areStrings: Bool) {
        self.texts = texts.enumerated().filter { (place, text) in
            !texts[(place + 1)...].contains { $0.key == text.key }
        }.map(\.element)
        self.areStrings = areStrings
        for (key, text) in texts {
            values[key] = areStrings ? .string(text) : TextValue.value(of: text)
        }
    }

    /// Takes words of the form KEY=VALUE.
    init(_ words: some Sequence<String>, areStrings: Bool, for command: String) throws(Failure) {
        var texts: [(key: String, text: String)] = []
        for word in words {
            guard let text = TypedTexts.pair(word) else { throw .usage(UsageError(.noPair(word), command: command)) }
            texts.append(text)
        }
        self.init(texts, areStrings: areStrings)
    }

    /// What was typed for a key.
    func text(of key: String) -> String? { texts.first { $0.key == key }?.text }

    /// A word of the form KEY=VALUE in its parts; none where it is of another.
    static func pair(_ word: String) -> (key: String, text: String)? {
        // Not by characters: an equals sign and an accent behind it are one.
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")), sign > word.startIndex else { return nil }
        return (String(word[..<sign]), String(word[word.utf8.index(after: sign)...]))
    }

    /// Makes a call with the values, and once more where the daemon tells that some were meant otherwise.
    mutating func send<Result>(
        on connection: DaemonConnection,
        _ call: (JSONObject) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if !areStrings {
            // A quoted text is a string either way, but not the same one: a declared string needs no quotes.
            for (key, text) in texts where text.first == "\"" && values[key]?.kind == .string {
                _ = try look(at: key, text, connection)
            }
        }
        do throws(Failure) {
            return try call(values)
        } catch .refused(let error) where !areStrings {
            let refused = error.mismatchedKeys
            var hasChanged = false
            for (key, text) in texts where refused.contains(key) {
                hasChanged = try look(at: key, text, connection) || hasChanged
            }
            guard hasChanged else { throw .refused(error) }
            return try call(values)
        }
    }

    /// Takes a text for what its key is; answers whether that is something else.
    private mutating func look(at key: String, _ text: String, _ connection: DaemonConnection) throws(Failure) -> Bool {
        guard case .success(let type) = try KeyType.look(at: key, connection), let value = try? type.value(of: text),
            value != values[key]
        else { return false }
        values[key] = value
        return true
    }
}

import ConsoleCore
import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

/// Values as typed, by key.
///
/// The meaning of a text depends on its key: `on` is true for a boolean, and `12` is a string for a string. Most texts
/// are not ambiguous, so each is sent as the value that it looks like. Only if the daemon reports a type mismatch, the
/// program requests the type of the key. So nearly every `set` is one call.
struct TypedTexts {
    private let texts: [(key: String, text: String)]
    /// Whether all texts are strings.
    let areStrings: Bool
    /// The values to send.
    private(set) var values = JSONObject()

    /// Creates values from texts; if a key occurs twice, the last text is used.
    init(_ texts: [(key: String, text: String)], areStrings: Bool) {
        self.texts = texts.enumerated().filter { (index, text) in
            !texts[(index + 1)...].contains { $0.key == text.key }
        }.map(\.element)
        self.areStrings = areStrings
        for (key, text) in texts {
            values[key] = areStrings ? .string(text) : TextValue.value(of: text)
        }
    }

    /// Creates values from words of the form KEY=VALUE.
    init(_ words: some Sequence<String>, areStrings: Bool, for command: String) throws(Failure) {
        var texts: [(key: String, text: String)] = []
        for word in words {
            guard let text = TypedTexts.pair(word) else { throw .usage(UsageError(.noPair(word), command: command)) }
            texts.append(text)
        }
        self.init(texts, areStrings: areStrings)
    }

    /// The only text; nil if there are several.
    var only: (key: String, text: String)? { texts.count == 1 ? texts[0] : nil }

    /// The keys whose text is `null` and whose value is a string, because their type is a string.
    var nullTexts: [String] {
        areStrings ? [] : texts.filter { $0.text == "null" && values[$0.key] == .string("null") }.map(\.key)
    }

    /// Returns the typed text of a key.
    func text(of key: String) -> String? { texts.first { $0.key == key }?.text }

    /// Splits a word of the form KEY=VALUE; returns nil for any other word.
    static func pair(_ word: String) -> (key: String, text: String)? {
        NamedText.split(word).map { (key: $0.name, text: $0.text) }
    }

    /// Calls a closure with the values, and again with other values after a type mismatch.
    mutating func send<Result>(
        on connection: DaemonConnection,
        _ call: (JSONObject) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if !areStrings {
            var refusals: [(key: String, sentence: String)] = []
            for (key, text) in texts where KeyType.mustPrecede(text) {
                guard case .noValue(let sentence) = try retype(key, text, connection) else { continue }
                if TextValue.unkeepable(text) != nil { refusals.append((key, sentence)) }
            }
            guard refusals.isEmpty else { throw .refused(RemoteError(refusing: refusals)) }
        }
        do throws(Failure) {
            return try call(values)
        } catch .refused(let error) where !areStrings {
            let refused = error.mismatchedKeys
            var hasChanged = false
            var sentences: [String: String] = [:]
            for (key, text) in texts where refused.contains(key) {
                switch try retype(key, text, connection) {
                case .changed: hasChanged = true
                case .unchanged: break
                case .noValue(let sentence): sentences[key] = sentence
                }
            }
            guard hasChanged, sentences.isEmpty else { throw .refused(error.with(sentences)) }
            return try call(values)
        }
    }

    /// The result of reading a text as the type of its key.
    private enum Retyping {
        case changed
        case unchanged
        /// The text means no value of the type; the sentence quotes the text.
        case noValue(String)
    }

    /// Reads a text as the type of its key, and changes its value.
    private mutating func retype(
        _ key: String,
        _ text: String,
        _ connection: DaemonConnection
    ) throws(Failure) -> Retyping {
        let type =
            switch try KeyType.fetch(of: key, connection) {
            case .success(let type): type
            case .failure: KeyType.free(nil)
            }
        let value: JSON
        do throws(TextFault) {
            value = try type.value(of: text)
        } catch {
            let shown = connection.isSecret(key) ? "(secret)" : text
            return .noValue(type.sentence(about: key, error, text: shown))
        }
        guard value != values[key] else { return .unchanged }
        values[key] = value
        return .changed
    }
}

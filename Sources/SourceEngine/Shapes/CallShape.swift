/// A form of code that names a key, such as `@Tunable(KEY, default: VALUE`.
///
/// The form is a list of tokens: a word, or a single other character. White space between tokens does not matter. `KEY` is
/// a string with the key, and `VALUE` is an expression, which ends before the next comma or closing
/// bracket.
package struct CallShape: Sendable {
    /// What a key names.
    package enum Subject: String, Sendable {
        case tunable
        case flag
    }

    enum Token: Hashable, Sendable {
        case word([UInt8])
        case mark(UInt8)
    }

    let subject: Subject
    /// The language of the form; nil for all.
    let language: SourceLanguage?
    /// The tokens before the key.
    let before: [Token]
    /// The tokens after the key, up to the value, or to the end of the form.
    let after: [Token]
    /// Whether a value follows ``after``.
    let hasValue: Bool

    /// Whether the form is an expression: a declaration with an attribute is not.
    var isExpression: Bool { before.first != .mark(UInt8(ascii: "@")) }

    /// Reads a form; returns nil if it has no `KEY`, if nothing is before it, or if something is after `VALUE`.
    package init?(_ subject: Subject, _ text: String, _ language: SourceLanguage? = nil) {
        let tokens = CallShape.tokens(in: Array(text.utf8))
        guard let key = tokens.firstIndex(of: CallShape.key), key > 0, !tokens[..<key].contains(CallShape.value) else {
            return nil
        }
        let rest = tokens[(key + 1)...]
        guard !rest.contains(CallShape.key), rest.dropLast().allSatisfy({ $0 != CallShape.value }) else { return nil }
        self.subject = subject
        self.language = language
        before = Array(tokens[..<key])
        hasValue = rest.last == CallShape.value
        after = Array(hasValue ? rest.dropLast() : rest)
    }

    private static let key = Token.word(Array("KEY".utf8))
    private static let value = Token.word(Array("VALUE".utf8))

    private static func tokens(in text: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var offset = 0
        while offset < text.count {
            if text[offset].isIdentifierPart {
                let end = text[offset...].firstIndex { !$0.isIdentifierPart } ?? text.count
                tokens.append(.word(Array(text[offset..<end])))
                offset = end
            } else {
                if !text[offset].isWhiteSpace { tokens.append(.mark(text[offset])) }
                offset += 1
            }
        }
        return tokens
    }
}

import JSONCore
import TunableEngine

/// Finds the keys that a source text names.
package struct KeyScanner: Sendable {
    private let shapes: [CallShape]

    /// Creates a scanner; of several forms that match, the first one counts.
    package init(_ shapes: [CallShape] = CallShape.usual) { self.shapes = shapes }

    /// Returns the keys in strings and in calls, in the order of the text.
    ///
    /// A file of constants is read by ``KeyUse/constants(in:_:)``.
    package func uses(in text: Span<UInt8>, _ language: SourceLanguage) -> [KeyUse] {
        switch language {
        case .json, .yaml: []
        case .shell: ShellCommands.uses(in: text)
        case .swift, .c, .dart, .javaScript, .python, .ruby, .lua, .other: strings(in: text, language)
        }
    }

    private func strings(in text: Span<UInt8>, _ language: SourceLanguage) -> [KeyUse] {
        let own = shapes.filter { $0.language == nil || $0.language == language }
        var uses: [KeyUse] = []
        var offset = 0
        while offset < text.count {
            switch text[offset] {
            case UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "_"):
                offset = language.commentEnd(at: offset, in: text) ?? offset + 1
            case UInt8(ascii: "["):
                offset = language.stringEnd(at: offset, in: text) ?? offset + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                guard let end = stringEnd(at: offset, in: text, language) else {
                    offset += 1
                    continue
                }
                // In C, single quotes have a character between them.
                let isCharacter = language == .c && text[offset] == UInt8(ascii: "'")
                if !isCharacter, let use = use(of: offset..<end, in: text, language, own) { uses.append(use) }
                offset = end
            default: offset += 1
            }
        }
        return uses
    }

    /// In a language that is not known, a string has only characters of a key.
    private func stringEnd(at offset: Int, in text: Span<UInt8>, _ language: SourceLanguage) -> Int? {
        guard language == .other else { return language.stringEnd(at: offset, in: text) }
        var end = offset + 1
        while end < text.count, Key.isAllowed(text[end]) { end += 1 }
        return end < text.count && text[end] == text[offset] ? end + 1 : nil
    }

    private func use(
        of literal: Range<Int>,
        in text: Span<UInt8>,
        _ language: SourceLanguage,
        _ shapes: [CallShape]
    ) -> KeyUse? {
        let content = literal.lowerBound + 1..<literal.upperBound - 1
        guard let key = (try? Key(text.extracting(content)))?.text else { return nil }
        for shape in shapes {
            guard let match = ShapeMatch(shape, around: literal, in: text, language) else { continue }
            let end = shape.isExpression ? Expression.listEnd(after: literal.upperBound, in: text, language) : nil
            return KeyUse(
                key: key,
                keyRange: content,
                subject: shape.subject,
                defaultRange: match.value,
                callRange: end.map { match.start..<$0 }
            )
        }
        return KeyUse(key: key, keyRange: content, subject: nil, defaultRange: nil, callRange: nil)
    }
}

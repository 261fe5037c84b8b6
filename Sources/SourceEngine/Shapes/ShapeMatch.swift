import JSONCore

/// A place in a text that has the form of a call shape.
struct ShapeMatch {
    /// The offset of the first token.
    let start: Int
    /// The bytes of the value; nil if the form has none.
    let value: Range<Int>?

    /// Compares the text around a string literal with a form; nil if it differs.
    init?(_ shape: CallShape, around literal: Range<Int>, in text: Span<UInt8>, _ language: SourceLanguage) {
        if let wanted = shape.language, wanted != language { return nil }
        guard let start = ShapeMatch.start(of: shape.before, before: literal.lowerBound, in: text),
            let end = ShapeMatch.end(of: shape.after, after: literal.upperBound, in: text)
        else { return nil }
        self.start = start
        guard shape.hasValue else {
            value = nil
            return
        }
        guard let value = Expression(at: end, in: text, language).range else { return nil }
        self.value = value
    }

    /// Returns where tokens begin that end before an offset; nil if other tokens are there.
    private static func start(of tokens: [CallShape.Token], before offset: Int, in text: Span<UInt8>) -> Int? {
        var offset = offset
        for (index, token) in tokens.enumerated().reversed() {
            while offset > 0, text[offset - 1].isWhiteSpace { offset -= 1 }
            switch token {
            case .mark(let byte):
                guard offset > 0, text[offset - 1] == byte else { return nil }
                offset -= 1
                let isCall = byte == UInt8(ascii: "(") && index > 0
                if isCall, let angle = start(ofTypesBefore: offset, in: text) { offset = angle }
            case .word(let word):
                guard has(word, endingAt: offset, in: text) else { return nil }
                offset -= word.count
            }
        }
        return offset
    }

    /// Returns where the type arguments begin that end before an offset: `<Double>` in `Tunable<Double>("key"`.
    private static func start(ofTypesBefore offset: Int, in text: Span<UInt8>) -> Int? {
        guard offset > 0, text[offset - 1] == UInt8(ascii: ">") else { return nil }
        var (position, depth) = (offset, 0)
        while position > max(offset - 200, 0) {
            position -= 1
            switch text[position] {
            case UInt8(ascii: ">"): depth += 1
            case UInt8(ascii: "<"):
                depth -= 1
                if depth == 0 { return position }
            default: break
            }
        }
        return nil
    }

    /// Returns where tokens end that begin after an offset; nil if other tokens are there.
    private static func end(of tokens: [CallShape.Token], after offset: Int, in text: Span<UInt8>) -> Int? {
        var offset = offset
        for token in tokens {
            while offset < text.count, text[offset].isWhiteSpace { offset += 1 }
            switch token {
            case .mark(let byte):
                guard offset < text.count, text[offset] == byte else { return nil }
                offset += 1
            case .word(let word):
                guard has(word, endingAt: offset + word.count, in: text) else { return nil }
                offset += word.count
            }
        }
        return offset
    }

    /// Returns whether a text has a whole word that ends at an offset.
    private static func has(_ word: [UInt8], endingAt end: Int, in text: Span<UInt8>) -> Bool {
        let start = end - word.count
        guard start >= 0, end <= text.count else { return false }
        for index in word.indices where text[start + index] != word[index] { return false }
        let isWholeBefore = start == text.markEnd || start == 0 || !text[start - 1].isIdentifierPart
        return isWholeBefore && (end == text.count || !text[end].isIdentifierPart)
    }
}

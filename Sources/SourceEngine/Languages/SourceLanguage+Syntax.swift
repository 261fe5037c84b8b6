import JSONCore

/// Where comments and strings end.
extension SourceLanguage {
    /// Returns the end of the comment that begins at an offset; nil if none begins there.
    ///
    /// A comment to the end of the line ends before the line end.
    func commentEnd(at offset: Int, in text: Span<UInt8>) -> Int? {
        if self == .lua, StaticString("--[").begins(at: offset, in: text),
            let end = longBracketEnd(at: offset + 2, in: text)
        {
            return end
        }
        if self == .ruby, isLineStart(offset, text) {
            if StaticString("__END__").begins(at: offset, in: text) { return text.count }
            if StaticString("=begin").begins(at: offset, in: text) { return rubyCommentEnd(at: offset, in: text) }
        }
        if let begin = lineComment, begin.begins(at: offset, in: text), isCommentPlace(offset, text) {
            var end = offset + begin.utf8CodeUnitCount
            while end < text.count, text[end] != 0x0A { end += 1 }
            return end
        }
        guard hasBlockComments, StaticString("/*").begins(at: offset, in: text) else { return nil }
        var end = offset + 2
        while end < text.count {
            if StaticString("*/").begins(at: end, in: text) { return end + 2 }
            end += 1
        }
        return end
    }

    /// Returns the end of the string that begins at an offset, after its closing quote; nil if none begins there.
    ///
    /// A string with one quote at each end has to end in its line.
    func stringEnd(at offset: Int, in text: Span<UInt8>) -> Int? {
        let quote = text[offset]
        switch quote {
        case UInt8(ascii: "["): return self == .lua ? longBracketEnd(at: offset, in: text) : nil
        case UInt8(ascii: "\"") where hasRawStrings:
            if let end = rawStringEnd(at: offset, in: text) { return end }
        case UInt8(ascii: "\""): break
        case UInt8(ascii: "'"):
            if self == .c { return characterEnd(at: offset, in: text) }
            guard hasSingleQuotes else { return nil }
        case UInt8(ascii: "`"): guard hasBackquotes else { return nil }
        default: return nil
        }
        if hasTripleQuotes, isTriple(quote, at: offset, in: text) { return tripleEnd(quote, at: offset, in: text) }
        var end = offset + 1
        let mayBreak = quote == UInt8(ascii: "`") || self == .shell
        while end < text.count {
            let byte = text[end]
            if byte == quote {
                // Two single quotes mean one.
                let isDoubled = end + 1 < text.count && text[end + 1] == quote
                guard self == .yaml, quote == UInt8(ascii: "'"), isDoubled else { return end + 1 }
                end += 2
                continue
            }
            if byte == 0x0A, !mayBreak { return nil }
            if self == .shell, quote == UInt8(ascii: "\""), StaticString("$(").begins(at: end, in: text) {
                end = substitutionEnd(at: end, in: text)
                continue
            }
            let isEscape = byte == UInt8(ascii: "\\") && !(quote == UInt8(ascii: "'") && hasPlainSingleQuotes)
            end += isEscape ? 2 : 1
        }
        return nil
    }

    /// Returns the end of `$(…)` in a string of a shell: a quote in it does not end the string.
    private func substitutionEnd(at offset: Int, in text: Span<UInt8>) -> Int {
        var (end, depth) = (offset + 2, 1)
        while end < text.count, depth > 0 {
            if let string = stringEnd(at: end, in: text) {
                end = string
                continue
            }
            if text[end] == UInt8(ascii: "(") { depth += 1 }
            if text[end] == UInt8(ascii: ")") { depth -= 1 }
            end += 1
        }
        return end
    }

    /// Whether a backslash has no meaning between single quotes.
    var hasPlainSingleQuotes: Bool { self == .shell || self == .yaml }

    /// Returns whether a comment can begin at an offset: in some languages only after white space.
    private func isCommentPlace(_ offset: Int, _ text: Span<UInt8>) -> Bool {
        guard self == .shell || self == .yaml, offset > 0 else { return true }
        return text[offset - 1].isWhiteSpace || self == .shell && text[offset - 1] == UInt8(ascii: ";")
    }

    /// Returns the end of a character in single quotes; nil for the `'` of a lifetime or of a digit separator.
    private func characterEnd(at offset: Int, in text: Span<UInt8>) -> Int? {
        guard offset + 2 < text.count else { return nil }
        var end = offset + 1
        let limit = min(offset + 12, text.count)
        let isEscaped = text[end] == UInt8(ascii: "\\")
        // A character has one to four bytes, or is an escape.
        end += isEscaped ? 2 : 1
        while end < limit, text[end] != UInt8(ascii: "'"), isEscaped || text[end] & 0xC0 == 0x80 { end += 1 }
        return end < limit && text[end] == UInt8(ascii: "'") ? end + 1 : nil
    }

    private func isTriple(_ quote: UInt8, at offset: Int, in text: Span<UInt8>) -> Bool {
        offset + 2 < text.count && text[offset + 1] == quote && text[offset + 2] == quote
    }

    private func tripleEnd(_ quote: UInt8, at offset: Int, in text: Span<UInt8>) -> Int? {
        var end = offset + 3
        while end < text.count {
            if text[end] == quote, isTriple(quote, at: end, in: text) { return end + 3 }
            end += text[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }
}

extension StaticString {
    /// Returns whether the text has these bytes at an offset.
    func begins(at offset: Int, in text: Span<UInt8>) -> Bool {
        let count = utf8CodeUnitCount
        return offset >= 0 && offset + count <= text.count && hasBytes(text.extracting(offset..<offset + count))
    }
}

extension UInt8 {
    /// Whether the byte is a space, a tab or a line end.
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether the byte can be a part of an identifier.
    var isIdentifierPart: Bool {
        isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
            || self >= 0x80
    }
}

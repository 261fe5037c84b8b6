import JSONCore

/// Strings and comments in which a backslash and a quote mean themselves.
extension SourceLanguage {
    /// Whether letters or signs before a quote can begin such a string.
    var hasRawStrings: Bool { self == .c || self == .swift }

    /// Returns the end of a raw string whose first quote is at an offset: `R"x(…)x"` of C++, `r#"…"#` of Rust, `#"…"#` of
    /// Swift, `@"…"` of C#; nil for other strings.
    func rawStringEnd(at offset: Int, in text: Span<UInt8>) -> Int? {
        guard offset > 0 else { return nil }
        switch text[offset - 1] {
        case UInt8(ascii: "R") where self == .c: return cppStringEnd(at: offset, in: text)
        case UInt8(ascii: "@") where self == .c: return verbatimEnd(at: offset, in: text)
        case UInt8(ascii: "r") where self == .c: return signedEnd(at: offset, signs: 0, in: text)
        case UInt8(ascii: "#"):
            var signs = 1
            while offset - signs > 0, text[offset - signs - 1] == UInt8(ascii: "#") { signs += 1 }
            let isRaw = self == .swift || offset > signs && text[offset - signs - 1] == UInt8(ascii: "r")
            return isRaw ? signedEnd(at: offset, signs: signs, in: text) : nil
        default: return nil
        }
    }

    /// The end of a string that ends with a quote and as many `#` as are before it.
    private func signedEnd(at offset: Int, signs: Int, in text: Span<UInt8>) -> Int? {
        var end = offset + 1
        while end < text.count {
            if text[end] == UInt8(ascii: "\"") {
                var count = 0
                while count < signs, end + 1 + count < text.count, text[end + 1 + count] == UInt8(ascii: "#") {
                    count += 1
                }
                if count == signs { return end + 1 + signs }
            }
            end += 1
        }
        return nil
    }

    /// The end of a string in which two quotes mean one.
    private func verbatimEnd(at offset: Int, in text: Span<UInt8>) -> Int? {
        var end = offset + 1
        while end < text.count {
            if text[end] == UInt8(ascii: "\"") {
                guard end + 1 < text.count, text[end + 1] == UInt8(ascii: "\"") else { return end + 1 }
                end += 1
            }
            end += 1
        }
        return nil
    }

    private func cppStringEnd(at offset: Int, in text: Span<UInt8>) -> Int? {
        var open = offset + 1
        while open < text.count, open <= offset + 17, text[open] != UInt8(ascii: "(") { open += 1 }
        guard open < text.count, text[open] == UInt8(ascii: "(") else { return nil }
        let name = text.extracting(offset + 1..<open)
        var end = open + 1
        while end + name.count + 1 < text.count {
            let close = end + 1 + name.count
            if text[end] == UInt8(ascii: ")"), text[close] == UInt8(ascii: "\""),
                text.extracting(end + 1..<close).hasSameBytes(as: name)
            {
                return close + 1
            }
            end += 1
        }
        return nil
    }

    /// Returns the end of `[[…]]` or `[==[…]==]` of Lua; nil if no such bracket begins at the offset.
    func longBracketEnd(at offset: Int, in text: Span<UInt8>) -> Int? {
        var open = offset + 1
        while open < text.count, text[open] == UInt8(ascii: "=") { open += 1 }
        guard open < text.count, text[open] == UInt8(ascii: "[") else { return nil }
        let signs = open - offset - 1
        var end = open + 1
        while end + signs + 1 < text.count {
            if text[end] == UInt8(ascii: "]"), text[end + signs + 1] == UInt8(ascii: "]"),
                (end + 1..<end + signs + 1).allSatisfy({ text[$0] == UInt8(ascii: "=") })
            {
                return end + signs + 2
            }
            end += 1
        }
        return text.count
    }

    /// Returns the end of the line with `=end`.
    func rubyCommentEnd(at offset: Int, in text: Span<UInt8>) -> Int {
        var end = offset
        while end < text.count {
            let isLast = StaticString("=end").begins(at: end, in: text)
            while end < text.count, text[end] != 0x0A { end += 1 }
            if isLast { return end }
            end += 1
        }
        return text.count
    }

    func isLineStart(_ offset: Int, _ text: Span<UInt8>) -> Bool { offset == 0 || text[offset - 1] == 0x0A }
}

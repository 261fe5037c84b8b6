/// An expression in a list of arguments, up to the next comma or closing bracket.
struct Expression {
    /// The bytes from the first to the last token; nil if there is none, or if the text ends before the list does.
    let range: Range<Int>?

    /// Reads the expression that begins after an offset, with white space and comments before it.
    init(at offset: Int, in text: Span<UInt8>, _ language: SourceLanguage) {
        var (position, depth) = (offset, 0)
        var found: Range<Int>?
        while position < text.count {
            let byte = text[position]
            if let end = language.commentEnd(at: position, in: text) {
                position = end
                continue
            }
            var end = position + 1
            if let string = language.stringEnd(at: position, in: text) {
                end = string
            } else if byte.isOpeningBracket {
                depth += 1
            } else if byte.isClosingBracket || byte == UInt8(ascii: ",") {
                guard depth > 0 else {
                    range = found
                    return
                }
                if byte.isClosingBracket { depth -= 1 }
            }
            if !byte.isWhiteSpace { found = (found?.lowerBound ?? position)..<end }
            position = end
        }
        range = nil
    }

    /// Returns the end of a list of arguments, after the bracket that closes it; nil if nothing closes it.
    static func listEnd(after offset: Int, in text: Span<UInt8>, _ language: SourceLanguage) -> Int? {
        var (position, depth) = (offset, 1)
        while position < text.count {
            if let end = language.commentEnd(at: position, in: text) ?? language.stringEnd(at: position, in: text) {
                position = end
                continue
            }
            if text[position].isOpeningBracket { depth += 1 }
            if text[position].isClosingBracket { depth -= 1 }
            position += 1
            if depth == 0 { return position }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isOpeningBracket: Bool {
        self == UInt8(ascii: "(") || self == UInt8(ascii: "[") || self == UInt8(ascii: "{")
    }

    fileprivate var isClosingBracket: Bool {
        self == UInt8(ascii: ")") || self == UInt8(ascii: "]") || self == UInt8(ascii: "}")
    }
}

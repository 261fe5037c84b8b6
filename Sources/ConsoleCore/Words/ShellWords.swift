import JSONCore

/// The words of a shell's line.
///
/// White space separates words, and quotes group them. Between double quotes, a backslash escapes the next character.
package struct ShellWords {
    /// The words in order, without quotes.
    package private(set) var words: [String] = []
    /// The quote that is not closed; nil if there is none.
    private var quote: UInt8?
    /// Whether the closing quote is missing.
    package var isQuoteOpen: Bool { quote != nil }
    /// The byte offset of the last word, or nil if the line ends with white space.
    package private(set) var lastStart: Int?

    /// Splits a line.
    package init(_ line: String) {
        var word: [UInt8] = []
        var isEscaped = false
        for (offset, byte) in line.utf8.enumerated() {
            let isSpace = byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
            if isSpace, !isQuoteOpen {
                end(&word)
                continue
            }
            if lastStart == nil { lastStart = offset }
            switch byte {
            case _ where isEscaped:
                word.append(byte)
                isEscaped = false
            case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""): isEscaped = true
            case _ where byte == quote: quote = nil
            case UInt8(ascii: "\"") where quote == nil, UInt8(ascii: "'") where quote == nil: quote = byte
            default: word.append(byte)
            }
        }
        let start = lastStart
        end(&word)
        lastStart = start
    }

    /// Returns a word with the quotes that a line needs.
    package static func typed(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
        guard word.isEmpty || !isPlain else { return word }
        return "\"\(word.replacingText("\\", with: "\\\\").replacingText("\"", with: "\\\""))\""
    }

    private mutating func end(_ word: inout [UInt8]) {
        guard lastStart != nil else { return }
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
        lastStart = nil
    }
}

/// The words of a shell's line.
///
/// White space separates words, and double quotes group them. Between quotes, a backslash escapes the next character.
struct ShellWords {
    /// The words in order, without quotes.
    private(set) var words: [String] = []
    /// Whether the closing quote is missing.
    private(set) var isQuoteOpen = false
    /// The byte offset of the last word, or nil if the line ends with white space.
    private(set) var lastStart: Int?

    /// Splits a line.
    init(_ line: String) {
        var word: [UInt8] = []
        var isEscaped = false
        for (place, byte) in line.utf8.enumerated() {
            let isSpace = byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
            if isSpace, !isQuoteOpen {
                end(&word)
                continue
            }
            if lastStart == nil { lastStart = place }
            switch byte {
            case _ where isEscaped:
                word.append(byte)
                isEscaped = false
            case UInt8(ascii: "\\") where isQuoteOpen: isEscaped = true
            case UInt8(ascii: "\""): isQuoteOpen.toggle()
            default: word.append(byte)
            }
        }
        let start = lastStart
        end(&word)
        lastStart = start
    }

    /// Returns a word with the quotes that a line needs.
    static func typed(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
        guard word.isEmpty || !isPlain else { return word }
        return "\"\(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private mutating func end(_ word: inout [UInt8]) {
        guard lastStart != nil else { return }
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
        lastStart = nil
    }
}

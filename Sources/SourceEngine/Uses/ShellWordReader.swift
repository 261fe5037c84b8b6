/// Reads the words of a shell script one after the other, without comments.
struct ShellWordReader {
    struct Word {
        /// The word without quotes, if it has quotes only around it.
        let text: String
        /// The bytes of ``text``.
        let content: Range<Int>
        /// The bytes of the word, with its quotes.
        let quoted: Range<Int>
    }

    private var offset: Int
    /// The closing quotes of strings whose commands are read as words: `"$(tunerctl get a)"`.
    private var closingQuotes: [Int] = []

    init(_ offset: Int) { self.offset = offset }

    /// Returns the next word; nil at the end of the text, and with `inCommand` also at the end of the command.
    mutating func next(in text: Span<UInt8>, inCommand: Bool = false) -> Word? {
        while offset < text.count {
            let byte = text[offset]
            if let end = SourceLanguage.shell.commentEnd(at: offset, in: text) {
                offset = end
            } else if byte == 0x0A || byte.endsCommand {
                if inCommand { return nil }
                offset += 1
            } else if byte == UInt8(ascii: "\\"), offset + 1 < text.count, text[offset + 1] == 0x0A {
                offset += 2
            } else if byte.isWhiteSpace {
                offset += 1
            } else {
                return word(in: text)
            }
        }
        return nil
    }

    private mutating func word(in text: Span<UInt8>) -> Word {
        let start = offset
        while offset < text.count, !text[offset].isWhiteSpace, !text[offset].endsCommand {
            if closingQuotes.last == offset {
                closingQuotes.removeLast()
                offset += 1
            } else if let end = SourceLanguage.shell.stringEnd(at: offset, in: text) {
                let hasCommand = text[offset] == UInt8(ascii: "\"") && text.hasCommand(in: offset..<end)
                if hasCommand { closingQuotes.append(end - 1) }
                offset = hasCommand ? offset + 1 : end
            } else {
                offset = min(offset + (text[offset] == UInt8(ascii: "\\") ? 2 : 1), text.count)
            }
        }
        let whole = start..<offset
        let isQuoted = SourceLanguage.shell.stringEnd(at: start, in: text) == offset
        let content = isQuoted ? start + 1..<offset - 1 : whole
        return Word(text: String(decoding: text, content), content: content, quoted: whole)
    }
}

extension UInt8 {
    /// Whether the byte ends a command, or begins or ends a part of one.
    fileprivate var endsCommand: Bool {
        self == UInt8(ascii: ";") || self == UInt8(ascii: "|") || self == UInt8(ascii: "&")
            || self == UInt8(ascii: "(") || self == UInt8(ascii: ")") || self == UInt8(ascii: "`")
            || self == UInt8(ascii: "<") || self == UInt8(ascii: ">")
    }
}

extension Span<UInt8> {
    /// Returns whether a range has the beginning of a command in a string.
    fileprivate func hasCommand(in range: Range<Int>) -> Bool {
        range.contains { StaticString("$(").begins(at: $0, in: self) }
    }
}

extension String {
    /// Creates a string from a range of a text; invalid UTF-8 becomes replacement characters.
    init(decoding text: Span<UInt8>, _ range: Range<Int>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for offset in range { bytes.append(text[offset]) }
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    private static let shownScalars = 64
    private static let shortenedBytes = 256

    /// The word as a sentence repeats it: its first 64 scalars, with `\u{…}` for what a terminal would obey.
    ///
    /// It is not to be read back: a backslash stays as it is. An empty word is two quotes, so that the sentence has no hole.
    package var shown: String {
        let scalars = unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: String.shownScalars, limitedBy: scalars.endIndex)
        guard let end, end < scalars.endIndex else { return shownWhole }
        return String(scalars[..<end]).shownWhole + "…"
    }

    /// As `shown`, without an end: for what helps nobody in part, as a path.
    ///
    /// A byte of a path that is not UTF-8, which is a pair of noncharacters there, is `\xFF`.
    package var shownWhole: String {
        guard !isEmpty else { return "\"\"" }
        var text = ""
        var high: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar.isHighHalfOfByte {
                if let first = high { text.unicodeScalars.append(first) }
                high = scalar
                continue
            }
            if let first = high.take() {
                if scalar.isLowHalfOfByte {
                    let byte = (first.value & 0xF) << 4 | scalar.value & 0xF
                    text += "\\x\(String(byte, radix: 16, uppercase: true))"
                    continue
                }
                text.unicodeScalars.append(first)
            }
            if scalar.commandsTerminals {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        if let high { text.unicodeScalars.append(high) }
        return text
    }

    /// The word as a fact repeats it: as it is where it has at most 256 bytes, else its whole scalars in so many and `…`.
    package var shortened: String {
        guard utf8.count > String.shortenedBytes else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: String.shortenedBytes)
        while UTF8.isContinuation(utf8[end]) {
            utf8.formIndex(before: &end)
        }
        return self[..<end] + "…"
    }
}

extension Unicode.Scalar {
    fileprivate var isHighHalfOfByte: Bool { (0xFDD0...0xFDDF).contains(value) }
    fileprivate var isLowHalfOfByte: Bool { (0xFDE0...0xFDEF).contains(value) }

    /// Whether it moves the cursor, ends the line, turns the direction of what follows, begins such a command, or hides.
    package var commandsTerminals: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // What nobody sees: marks of direction, tags; but for the two joiners, without which some scripts are misspelt.
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}

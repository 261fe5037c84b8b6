extension String {
    private static let shownScalars = 64
    private static let shortenedBytes = 256

    /// The first 64 scalars for use in a message, with `\u{…}` for scalars that a terminal would interpret.
    ///
    /// The result cannot be converted back, because a backslash stays unescaped. An empty string becomes two quotes, so
    /// that the message remains readable.
    package var shown: String {
        let scalars = unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: String.shownScalars, limitedBy: scalars.endIndex)
        guard let end, end < scalars.endIndex else { return shownWhole }
        return String(scalars[..<end]).shownWhole + "…"
    }

    /// The string as in ``shown`` but in full length, for strings that are useless in part, such as paths.
    ///
    /// A path represents a byte that is not UTF-8 as a pair of noncharacters. Such a pair becomes `\x` and two digits.
    package var shownWhole: String {
        guard !isEmpty else { return "\"\"" }
        // Most strings are printable ASCII. The general category of each scalar takes much longer.
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
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

    /// The string, shortened to whole scalars within 256 bytes and `…` if it is longer than 256 bytes.
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

    /// Whether a terminal would interpret the scalar or show nothing for it.
    ///
    /// These are control characters, line and paragraph separators, and most invisible format characters.
    package var commandsTerminals: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Format characters are invisible: direction marks, tags. Some scripts are misspelled without the two joiners.
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}

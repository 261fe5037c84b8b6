extension Character {
    /// The number of columns in a terminal: 2 for wide East Asian characters and emoji, 0 for combining marks.
    package var displayWidth: Int {
        var width = 0
        for scalar in unicodeScalars {
            // The variation selector U+FE0F selects the wide form of the previous scalar.
            if scalar.value == 0xFE0F, width == 1 { return 2 }
            width = max(width, scalar.displayWidth)
        }
        return width
    }
}

extension String {
    /// The number of columns in a terminal.
    package var displayWidth: Int {
        // Fast path: in printable ASCII, each byte is one column.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        return reduce(0) { $0 + $1.displayWidth }
    }

    /// Returns the text, cut to a number of columns with `…` at its end if it is too wide.
    package func cut(toColumns columns: Int) -> String {
        guard displayWidth > columns else { return self }
        var text = ""
        var width = 1
        for character in self {
            width += character.displayWidth
            guard width <= columns else { break }
            text.append(character)
        }
        return "\(text)…"
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        guard value >= 0x300 else { return value < 0x20 ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return properties.isEmojiPresentation || Unicode.Scalar.isWide(value) ? 2 : 1
        }
    }

    /// Returns whether a value is in a block of wide characters.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x2FFFD,
            0x30000...0x3FFFD:
            true
        default: false
        }
    }
}

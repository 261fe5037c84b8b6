extension Character {
    /// How many columns a terminal shows it in: 2 for what East Asia writes wide and for emoji, 0 for what only marks others.
    var displayWidth: Int {
        var width = 0
        for scalar in unicodeScalars {
            // This asks for the wide form of what stands before it.
            if scalar.value == 0xFE0F, width == 1 { return 2 }
            width = max(width, scalar.displayWidth)
        }
        return width
    }
}

extension String {
    /// How many columns a terminal shows it in.
    var displayWidth: Int {
        // Most texts are plain, and their bytes are their columns.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        return reduce(0) { $0 + $1.displayWidth }
    }

    /// As much of it as fits into so many columns, `…` in place of the rest.
    func cut(toColumns columns: Int) -> String {
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

    /// The blocks that are wide as a whole.
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

/// A format of strings that many tunables share.
package enum ValueFormat: String, CaseIterable, Sendable {
    /// `#RRGGBB` or `#RRGGBBAA`.
    case color
    /// An ISO 8601 duration, such as `P3DT4H`, `PT0.5S` or `P2W`.
    case duration

    /// The format in words, for a message that says what is expected.
    package var words: String {
        switch self {
        case .color: "a color as #RRGGBB or #RRGGBBAA"
        case .duration: "a duration as P1DT2H30M, PT0.5S or P2W"
        }
    }

    /// Returns whether a text has this format.
    package func includes(_ text: String) -> Bool {
        let bytes = text.utf8.span
        return switch self {
        case .color: ValueFormat.isColor(bytes)
        case .duration: DurationText.isDuration(bytes)
        }
    }

    private static func isColor(_ text: Span<UInt8>) -> Bool {
        guard text.count == 7 || text.count == 9, text[0] == UInt8(ascii: "#") else { return false }
        for offset in 1..<text.count {
            switch text[offset] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                continue
            default: return false
            }
        }
        return true
    }
}

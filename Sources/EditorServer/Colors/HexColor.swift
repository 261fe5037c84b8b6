import TunableEngine

/// A color in the form `#RRGGBB` or `#RRGGBBAA`.
struct HexColor {
    let text: String

    /// Creates a color from a text; nil for another form.
    init?(_ text: String) {
        guard ValueFormat.color.includes(text) else { return nil }
        self.text = text
    }

    /// Creates a color in the style of another one: with its case of letters, and with its alpha.
    init(_ record: ColorRecord, like old: HexColor) {
        var parts = [record.red, record.green, record.blue]
        if record.alpha < 1 || old.text.utf8.count == 9 { parts.append(record.alpha) }
        let isUpper = old.text.contains(where: \.isUppercase)
        text = "#" + parts.map { HexColor.digits(of: $0, uppercase: isUpper) }.joined()
    }

    var record: ColorRecord {
        var record = ColorRecord()
        (record.red, record.green, record.blue) = (part(0), part(1), part(2))
        if text.utf8.count == 9 { record.alpha = part(3) }
        return record
    }

    private func part(_ index: Int) -> Double {
        let digits = text.dropFirst(1 + index * 2).prefix(2)
        return Double(UInt8(digits, radix: 16) ?? 0) / 255
    }

    private static func digits(of part: Double, uppercase: Bool) -> String {
        let byte = UInt8((min(max(part, 0), 1) * 255).rounded())
        return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: uppercase)
    }
}

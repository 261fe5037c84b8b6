/// Durations as people type them: `90`, `90s`, `500ms`, `10m`, `2h`, `1h30m` or `1d`.
package enum TimeText {
    private static let units: [(name: String, seconds: Double)] = [
        ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400),
    ]

    /// Returns the seconds of a duration, which are finite; nil for any other text.
    ///
    /// A number without a unit is a number of seconds.
    package static func seconds(of text: String) -> Double? {
        if let seconds = number(text[...]) { return seconds }
        var sum = 0.0
        var rest = text[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest[digits.endIndex...]
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest[name.endIndex...]
            guard let count = number(digits), let unit = units.first(where: { $0.name == name }) else { return nil }
            sum += count * unit.seconds
        }
        return text.isEmpty || !sum.isFinite ? nil : sum
    }

    /// Returns a number without a sign that is finite.
    private static func number(_ text: Substring) -> Double? {
        guard let first = text.utf8.first,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) || first == UInt8(ascii: "."),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }
}

/// Durations as people type them: `90`, `500ms`, `10m`, `1h30min` or `1d`.
package enum TimeText {
    private static let units: [(names: [String], seconds: Double)] = [
        (["ms"], 0.001), (["s", "sec"], 1), (["m", "min"], 60), (["h"], 3_600), (["d"], 86_400),
    ]

    /// Examples of durations, for messages.
    package static let examples = "90, 500ms, 10m, 1h30m or 1d"

    /// Returns the seconds of a duration, which are finite; nil for any other text.
    ///
    /// A number without a unit is a number of seconds. Each unit can be given once.
    package static func seconds(of text: String) -> Double? {
        if let seconds = number(text[...]) { return seconds }
        var sum = 0.0
        var unused = units
        var rest = text[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest[digits.endIndex...]
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest[name.endIndex...]
            guard let count = number(digits),
                let unit = unused.firstIndex(where: { $0.names.contains(String(name)) })
            else { return nil }
            sum += count * unused.remove(at: unit).seconds
        }
        return text.isEmpty || !sum.isFinite ? nil : sum
    }

    /// Returns a finite number that consists of decimal digits and at most one period.
    private static func number(_ text: Substring) -> Double? {
        let isDecimal = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
        }
        guard isDecimal, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}

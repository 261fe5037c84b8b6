/// Conversions of numbers and texts by trying.
enum NaiveNumber {
    private static let space: [Unicode.Scalar] = [
        " ", "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{3000}", "\u{1680}",
        "\u{2000}", "\u{2003}", "\u{200A}", "\u{202F}", "\u{205F}",
    ]

    private static func trimmed(_ text: String) -> [Unicode.Scalar] {
        var scalars = Array(text.unicodeScalars)
        while let first = scalars.first, space.contains(first) {
            scalars.removeFirst()
        }
        while let last = scalars.last, space.contains(last) {
            scalars.removeLast()
        }
        return scalars
    }

    static func whole(_ text: String) -> Double {
        let scalars = trimmed(text)
        guard !scalars.isEmpty else { return 0 }
        let string = scalars.map { "\($0)" }.joined()
        for (prefix, radix) in [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8)]
        where string.hasPrefix(prefix) {
            let digits = string.dropFirst(2)
            let values = digits.unicodeScalars.map { Int("\($0)", radix: radix) }
            guard !values.isEmpty, !values.contains(nil) else { return .nan }
            return values.reduce(0) { $0 * Double(radix) + Double($1 ?? 0) }
        }
        return isDecimal(scalars) ? Double(string) ?? .nan : .nan
    }

    static func longest(_ text: String) -> Double {
        let scalars = trimmed(text)
        for count in stride(from: scalars.count, to: 0, by: -1) where isDecimal(Array(scalars[..<count])) {
            return Double(scalars[..<count].map { "\($0)" }.joined()) ?? .nan
        }
        return .nan
    }

    /// Returns whether a text is a number: a sign, then `Infinity`, or digits with a point and an exponent.
    private static func isDecimal(_ scalars: [Unicode.Scalar]) -> Bool {
        var rest = scalars[...]
        if rest.first == "+" || rest.first == "-" {
            rest.removeFirst()
        }
        if rest.map({ "\($0)" }).joined() == "Infinity" {
            return true
        }
        let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        func isDigits(_ part: some Collection<Unicode.Scalar>) -> Bool { part.allSatisfy { ("0"..."9").contains($0) } }
        guard let mantissa = parts.first else { return false }
        let halves = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.allSatisfy({ isDigits($0) }), halves.contains(where: { !$0.isEmpty }) else { return false }
        guard parts.count == 2 else { return true }
        var exponent = parts[1]
        if exponent.first == "+" || exponent.first == "-" {
            exponent.removeFirst()
        }
        return !exponent.isEmpty && isDigits(exponent)
    }

    /// Returns digits where JavaScript writes them.
    static func text(_ number: Double) -> String {
        guard number.isFinite else { return number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity" }
        guard number != 0 else { return "0" }
        guard number > 0 else { return "-" + text(-number) }
        let parts = "\(number)".split(separator: "e")
        let halves = parts[0].split(separator: ".")
        var digits = halves.joined()
        var point = halves[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        while digits.hasPrefix("0") {
            digits.removeFirst()
            point -= 1
        }
        while digits.hasSuffix("0") {
            digits.removeLast()
        }
        let count = digits.count
        if point > 21 || point < -5 {
            let sign = point > 0 ? "+" : "-"
            let tail = count > 1 ? "." + digits.dropFirst() : ""
            return digits.prefix(1) + tail + "e" + sign + "\(abs(point - 1))"
        }
        if point <= 0 {
            return "0." + String(repeating: "0", count: -point) + digits
        }
        if point >= count {
            return digits + String(repeating: "0", count: point - count)
        }
        return digits.prefix(point) + "." + digits.dropFirst(point)
    }
}

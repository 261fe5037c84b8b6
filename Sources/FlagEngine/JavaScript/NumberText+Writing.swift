extension NumberText {
    /// Returns JavaScript's text of a number: the fewest digits that read back as the number.
    ///
    /// It uses an exponent only for very large and very small numbers.
    static func text(_ number: Double) -> String {
        guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
        guard number != 0 else { return "0" }
        let (digits, exponent) = significant(number.magnitude)
        let sign = number < 0 ? "-" : ""
        let count = digits.count
        // The number of digits before the decimal point.
        let point = exponent + 1
        switch point {
        case count...21: return sign + String(decoding: digits, as: UTF8.self) + zeros(point - count)
        case 1...21:
            let whole = String(decoding: digits[..<point], as: UTF8.self)
            return sign + whole + "." + String(decoding: digits[point...], as: UTF8.self)
        case -5...0: return sign + "0." + zeros(-point) + String(decoding: digits, as: UTF8.self)
        default:
            let first = String(decoding: digits[..<1], as: UTF8.self)
            let rest = count > 1 ? "." + String(decoding: digits[1...], as: UTF8.self) : ""
            return sign + first + rest + (exponent < 0 ? "e-" : "e+") + "\(exponent.magnitude)"
        }
    }

    private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

    /// Returns the significant digits and the decimal exponent of the first digit, from the standard library's text.
    private static func significant(_ number: Double) -> (digits: [UInt8], exponent: Int) {
        var digits: [UInt8] = []
        var exponent = 0
        var isBehindPoint = false
        let text = Array(number.description.utf8)
        for (offset, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "."): isBehindPoint = true
            case UInt8(ascii: "e"):
                exponent += Int(String(decoding: text[(offset + 1)...], as: UTF8.self)) ?? 0
                return trimmed(digits, exponent)
            default:
                digits.append(byte)
                exponent += isBehindPoint ? 0 : 1
            }
        }
        return trimmed(digits, exponent)
    }

    /// Removes zeros from both ends; `exponent` is the number of digits before the decimal point.
    private static func trimmed(_ digits: [UInt8], _ exponent: Int) -> (digits: [UInt8], exponent: Int) {
        let zero = UInt8(ascii: "0")
        let leading = digits.prefix { $0 == zero }.count
        var kept = Array(digits[leading...])
        while kept.last == zero {
            kept.removeLast()
        }
        return (kept, exponent - leading - 1)
    }
}

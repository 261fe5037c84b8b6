/// Functions that convert a checked JSON number to the nearest value.
enum JSONNumber {
    /// Returns an integer if the number has no fraction and exponent and fits `Int64`, otherwise the nearest double.
    @inline(__always)
    static func value(_ range: Range<Int>, isWhole: Bool, in text: Span<UInt8>) -> JSON {
        if isWhole, let integer = integer(range, in: text) {
            return .integer(integer)
        }
        return .double(double(range, in: text))
    }

    /// Returns the value of a number that consists of digits and an optional minus sign.
    ///
    /// Returns nil if the number does not fit `Int64`, and for `-0`, which only a double can represent.
    static func integer(_ range: Range<Int>, in text: Span<UInt8>) -> Int64? {
        let isNegative = text[range.lowerBound] == UInt8(ascii: "-")
        let digits = (isNegative ? range.lowerBound + 1 : range.lowerBound)..<range.upperBound
        guard digits.count <= 19 else { return nil }
        var magnitude: UInt64 = 0
        for position in digits {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            magnitude = magnitude &* 10 &+ UInt64(digit)
        }
        if isNegative {
            return magnitude > 0 && magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
        }
        return Int64(exactly: magnitude)
    }

    /// Returns the nearest double, with ties to even; infinite if the number is out of range.
    static func double(_ range: Range<Int>, in text: Span<UInt8>) -> Double {
        let decimal = Decimal(range, in: text)
        return decimal.exactDouble ?? decimal.nearestDouble ?? slowDouble(range, in: text)
    }

    /// Returns the result of the standard library, for numbers that the fast methods cannot decide.
    private static func slowDouble(_ range: Range<Int>, in text: Span<UInt8>) -> Double {
        Double(String(bytes: range, in: text)) ?? .infinity
    }
}

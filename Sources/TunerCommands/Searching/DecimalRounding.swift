/// Rounds numbers to decimal digits, so that their texts are short.
enum DecimalRounding {
    /// The largest multiple of a unit that is exact.
    private static let most = 0x1p53

    /// Returns a number with at most so many significant digits.
    static func significant(_ number: Double, digits: Int) -> Double {
        multiple(number, ofDigitsIn: number, digits: digits)
    }

    /// Returns the nearest multiple of the last digit that another number has, written with so many digits.
    static func multiple(_ number: Double, ofDigitsIn other: Double, digits: Int) -> Double {
        let magnitude = other.magnitude
        guard magnitude >= 1e-290, magnitude < 1e290 else { return number }
        var exponent = 0
        while magnitude >= power(exponent + 1) { exponent += 1 }
        while magnitude < power(exponent) { exponent -= 1 }
        let unit = exponent - digits + 1
        let count = (number / power(unit)).rounded()
        guard count.magnitude < most else { return number }
        // As a text, because a product with a power of ten would have more digits again.
        return Double("\(Int64(count))e\(unit)") ?? number
    }

    private static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? .infinity }
}

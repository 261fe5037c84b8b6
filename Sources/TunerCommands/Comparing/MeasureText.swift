/// Measured numbers, rounded for people.
enum MeasureText {
    /// Returns a measured value.
    static func value(_ number: Double) -> String { rounded(number, digits: 5) }

    /// Returns a difference or a percentage, with its sign.
    static func difference(_ number: Double) -> String { "\(number > 0 ? "+" : "")\(size(number))" }

    /// Returns a difference or a percentage without a plus sign.
    static func size(_ number: Double) -> String { rounded(number, digits: 3) }

    /// Returns a probability.
    static func probability(_ number: Double) -> String { rounded(number, digits: 2) }

    /// Rounds to some significant digits.
    static func rounded(_ number: Double, digits: Int) -> String {
        let magnitude = number.magnitude
        guard magnitude >= 1e-290, number.isFinite else { return magnitude < 1e-290 ? "0" : "\(number)" }
        var exponent = 0
        while magnitude >= power(exponent + 1) { exponent += 1 }
        while magnitude < power(exponent) { exponent -= 1 }
        // As a text, because a product with a power of ten would have more digits again.
        let unit = exponent - digits + 1
        let figures = Int64((magnitude / power(unit)).rounded())
        let text = "\(Double("\(figures)e\(unit)") ?? magnitude)"
        return (number < 0 ? "-" : "") + (text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    private static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? .infinity }
}

import JSONCore
import TunableEngine

/// A weight as typed: a number of ounces, or a number with a unit.
enum WeightText {
    private static let gramsInAnOunce = 28.349523125
    private static let ouncesInAPound = 16.0

    /// The description of a valid weight.
    static let expectation = "a number of ounces, or one that ends with oz, lb, g or kg"

    /// Returns the weight in ounces; nil if the text is not a weight.
    static func ounces(in text: String) -> Double? {
        if text.hasSuffix("kg") {
            return number(text.dropLast(2)).map { $0 * 1_000 / gramsInAnOunce }
        }
        if text.hasSuffix("oz") {
            return number(text.dropLast(2))
        }
        if text.hasSuffix("lb") {
            return number(text.dropLast(2)).map { $0 * ouncesInAPound }
        }
        if text.hasSuffix("g") {
            return number(text.dropLast(1)).map { $0 / gramsInAnOunce }
        }
        return number(text[...])
    }

    private static func number(_ text: Substring) -> Double? {
        var digits = text
        while digits.last == " " {
            digits.removeLast()
        }
        switch TextValue.number(String(digits)) {
        case .integer(let number): return Double(number)
        case .double(let number) where number.isFinite: return number
        default: return nil
        }
    }
}

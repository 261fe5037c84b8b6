import JSONCore

extension StewFault: CustomStringConvertible {
    /// A message with the wrong value and the accepted values.
    package var description: String {
        switch self {
        case .weight(let ounces):
            "\(StewInput.weight.rawValue) must be \(StewFault.words(for: StewWeight.range)), got \(ounces.plain)"
        case .word(let word, let input, let allowed, let nearest):
            "\(input.rawValue) must be \(allowed.joined(separator: ", ")), got \(word.shown)"
                + NearestName.question(nearest)
        case .constant(let constant, let value):
            "\(constant.properties.key) must be \(StewFault.words(for: constant.properties.range)), got \(value.plain)"
        }
    }

    private static func words(for range: ClosedRange<Double>) -> String {
        "a number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
    }
}

extension Double {
    /// The number in decimal digits, without a fraction if it is an integer.
    package var plain: String {
        Int64(exactly: self).map { "\($0)" } ?? description
    }
}

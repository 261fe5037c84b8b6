package import JSONCore

/// Numbers at the limits of doubles and integers, and near the thresholds of comparisons with a tolerance.
package enum ExtremeNumbers {
    /// All numbers and their negatives.
    package static let all: [JSON] = magnitudes.flatMap { [JSON.double($0), .double(-$0)] } + integers

    /// A few numbers to combine with all others.
    package static let few: [JSON] = [
        0, .double(0x1p-1074), .double(-0x1p-1022), 0.1, -1, 7, .double(1e9), .integer(.max), .integer(.min),
        .double(1e300), .double(.greatestFiniteMagnitude), .double(-.greatestFiniteMagnitude),
    ]

    private static let magnitudes: [Double] = [
        // Subnormal numbers, the smallest normal number, and numbers whose billionth part is subnormal.
        0x1p-1074, 0x1p-1073, 0x1p-1072, 0x1p-1045, 0x1p-1044, 0x1.8p-1030, 0x1p-1022, 1e-300, 2.2e-299,
        // Numbers that a comparison with a tolerance treats as equal, and decimals that are not exact as doubles.
        0, 1e-9, 0.1, 0.3, 0.5, 1, 1.5, 999_999_999.5, 1e9, 1_000_000_000.5,
        // The limits of exact integers and of `Int64`, and larger numbers.
        9_007_199_254_740_991, 9_007_199_254_740_992, 9_223_372_036_854_774_784, 9_223_372_036_854_775_808,
        18_446_744_073_709_551_616, 1e200, 1e300, 8.98846567431158e307, 1e308,
        // The last number with another double more than the tolerance above it, and numbers without such a double.
        1.797693132e308, 1.797693133e308, 1.79769313486231e308, 1.7976931348623155e308, 1.7976931348623157e308,
    ]

    private static let integers: [JSON] = [
        .integer(.max), .integer(.min), .integer(.max - 1), .integer(.min + 1), 1, -1, 0, 7,
    ]
}

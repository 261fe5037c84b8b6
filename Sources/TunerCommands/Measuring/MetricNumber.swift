/// The number that a metric command prints.
enum MetricNumber {
    /// Larger numbers would have infinite differences.
    private static let most = 1e300

    /// Returns the number in a line, as benchmark programs print it: `12`, `+0.5`, `.5`, `1.2e-03`; nil for another text.
    static func value(of line: String) -> Double? {
        // `Double` also reads "nan", "inf" and hexadecimal numbers.
        guard line.utf8.allSatisfy({ digits.contains($0) || "+-.eE".utf8.contains($0) }), let value = Double(line),
            value.magnitude <= most
        else { return nil }
        return value
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}

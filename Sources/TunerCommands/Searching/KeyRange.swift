import JSONCore

/// A range for the values of a key, from the command line: `KEY=LOW..HIGH`.
struct KeyRange: Equatable {
    static let expectation = "KEY=LOW..HIGH with two numbers, such as net.pool=1..64"

    let key: String
    let low: Double
    let high: Double

    /// Reads a range; nil for another text.
    init?(_ text: String) {
        guard let equals = text.lastIndex(of: "="), equals != text.startIndex else { return nil }
        let parts = text[text.index(after: equals)...].parts(around: "..")
        guard parts.count > 1 else { return nil }
        let ends = [parts[0], text[parts[1].startIndex...]]
        let numbers = ends.compactMap { MetricNumber.value(of: String($0)) }
        guard numbers.count == 2, numbers[0] < numbers[1] else { return nil }
        (key, low, high) = (String(text[..<equals]), numbers[0], numbers[1])
    }
}

import JSONCore
import TestSupport

/// A generator of random specs and numbers, with few different values, so that many are equal.
struct RandomSpec {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Returns a spec with some of the words for numbers; perhaps no number is valid for it.
    mutating func numberSpec() -> JSONObject {
        let isWhole = Bool.random(using: &generator)
        var spec: JSONObject = ["type": isWhole ? "integer" : "number"]
        if Int.random(in: 0..<5, using: &generator) == 0 {
            var values: [JSON] = []
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                let value: JSON = .integer(.random(in: -20...20, using: &generator))
                if !values.contains(value) {
                    values.append(value)
                }
            }
            spec["enum"] = .array(values)
            return spec
        }
        for word in ["minimum", "exclusiveMinimum"] where Int.random(in: 0..<3, using: &generator) == 0 {
            spec[word] = quarters(-80...10)
        }
        for word in ["maximum", "exclusiveMaximum"] where Int.random(in: 0..<3, using: &generator) == 0 {
            spec[word] = quarters(-10...80)
        }
        if Bool.random(using: &generator) {
            spec["step"] = isWhole ? .integer(.random(in: 1...7, using: &generator)) : quarters(1...20)
        }
        return spec
    }

    /// Returns a number near the limits of the specs.
    mutating func number() -> JSON {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .integer(.random(in: -25...25, using: &generator))
        case 1: quarters(-100...100)
        default: .double(.random(in: -25...25, using: &generator))
        }
    }

    private mutating func quarters(_ range: ClosedRange<Int64>) -> JSON {
        let count = Int64.random(in: range, using: &generator)
        return count % 4 == 0 && Bool.random(using: &generator) ? .integer(count / 4) : .double(Double(count) / 4)
    }
}

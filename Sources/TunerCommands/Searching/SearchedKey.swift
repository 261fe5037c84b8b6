import ConsoleCore
import JSONCore
import SearchEngine

/// A key whose values a sweep or a search chooses.
struct SearchedKey {
    let key: String
    let dimension: SearchDimension
    /// The options of a choice; empty for a number.
    let options: [JSON]
    /// The present value; nil if the key has none.
    let present: JSON?

    /// The present value as a number of the dimension, or the nearest one; the middle if the key has no value.
    var start: Double {
        guard options.isEmpty else {
            let index = options.firstIndex { $0 == present || $0.number != nil && $0.number == present?.number }
            return Double(index ?? 0)
        }
        return present?.number.map(dimension.nearest) ?? dimension.value(at: 0.5)
    }

    /// Whether the dimension does not contain the present value.
    var isStartMoved: Bool { options.isEmpty && present?.number != start }

    /// Returns the value of the key for a number of the dimension.
    func value(_ number: Double) -> JSON {
        guard options.isEmpty else { return options[Int(number)] }
        if let present, present.number == number { return present }
        if dimension.kind == .integer { return .plain(number) }
        return .plain(min(max(rounded(number), dimension.low), dimension.high))
    }

    /// Removes digits that nobody can measure: those beyond five of the range, or of the number on a logarithmic scale.
    private func rounded(_ number: Double) -> Double {
        // Steps need all digits, except for those that adding them up has made inexact.
        if dimension.step != nil { return DecimalRounding.significant(number, digits: 15) }
        if dimension.isLogarithmic { return DecimalRounding.significant(number, digits: 5) }
        return DecimalRounding.multiple(number, ofDigitsIn: dimension.high - dimension.low, digits: 5)
    }
}

extension [SearchedKey] {
    /// The dimensions as one space.
    var space: SearchSpace { SearchSpace(map(\.dimension)) }

    /// The present values.
    var start: SearchPoint { SearchPoint(map(\.start)) }

    /// Returns the values of the keys at a point.
    func values(at point: SearchPoint) -> JSONObject {
        JSONObject(zip(self, point.values).map { ($0.key, $0.value($1)) })
    }
}

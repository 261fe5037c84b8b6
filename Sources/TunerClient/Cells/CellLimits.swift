import JSONCore
import TunableEngine

/// The smallest and the largest number that a declaration allows.
struct CellLimits {
    let least: JSON?
    let most: JSON?

    /// Takes the limits of a declaration from those of its words that the program gave; nil if there are none.
    init?(of spec: JSONObject, declaring words: Set<SpecWord>, _ type: any Any.Type) {
        func limit(_ word: SpecWord) -> JSON? { words.contains(word) ? spec[word.rawValue] : nil }
        least = limit(.minimum)
        most =
            switch limit(.exclusiveMaximum) {
            case .double(let end): .double(CellLimits.last(before: end, type))
            case .integer(let end): .double(CellLimits.last(before: Double(end), type))
            default: limit(.maximum)
            }
        guard least != nil || most != nil else { return nil }
    }

    /// Returns the last number before an end that is not legal itself, as the type of the tunable spells it.
    private static func last(before end: Double, _ type: any Any.Type) -> Double {
        switch type {
        case is Float.Type, is Float?.Type: Double(Float(end).nextDown)
        // A duration is rounded to nanoseconds. The doubles near a long duration are further apart than that.
        case is Duration.Type, is Duration?.Type: min(end - 1e-9, end.nextDown)
        default: end.nextDown
        }
    }

    /// Returns the limit that a number exceeds; nil for a number within the limits, and for any other value.
    func exceeded(by value: JSON) -> JSON? {
        if let least, CellLimits.isLess(value, than: least) { return least }
        if let most, CellLimits.isLess(most, than: value) { return most }
        return nil
    }

    /// Compares two integers exactly, and all other numbers as doubles.
    private static func isLess(_ left: JSON, than right: JSON) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.integer(let left), .double(let right)): Double(left) < right
        case (.double(let left), .integer(let right)): left < Double(right)
        case (.double(let left), .double(let right)): left < right
        default: false
        }
    }
}

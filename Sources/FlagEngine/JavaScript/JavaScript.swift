import JSONCore

/// JavaScript's conversions and comparisons, which define JsonLogic; nil represents `undefined`.
///
/// There is one difference: two integers are compared exactly, although JavaScript rounds both to doubles. So two
/// different 64-bit identifiers are never equal. Two arrays or two objects are never equal, since JavaScript compares
/// their identity and not their content.
enum JavaScript {
    /// Returns whether a value counts as true; unlike in JavaScript, an empty array counts as false in JsonLogic.
    static func isTruthy(_ value: JSON?) -> Bool {
        switch value {
        case nil, .null: false
        case .boolean(let value): value
        case .integer(let value): value != 0
        case .double(let value): value != 0 && !value.isNaN
        case .string(let value): !value.utf8.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object: true
        }
    }

    /// Returns the value as a number, as arithmetic converts it; NaN if it is not a number.
    static func number(_ value: JSON?) -> Double {
        switch value {
        case nil, .object: .nan
        case .null: 0
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): Double(value)
        case .double(let value): value
        case .string(let value): NumberText.whole(value)
        case .array: NumberText.whole(text(value))
        }
    }

    /// Returns the number at the beginning of the value's text, as `parseFloat` does.
    static func leadingNumber(_ value: JSON?) -> Double {
        switch value {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: NumberText.beginning(text(value))
        }
    }

    /// Returns a number as JSON; whole numbers up to 2^53 become integers, except -0.
    static func value(_ number: Double) -> JSON {
        guard let whole = Int64(exactly: number), whole.magnitude <= 1 << 53, whole != 0 || number.sign == .plus else {
            return .double(number)
        }
        return .integer(whole)
    }

    /// Returns the value's text, as `String` makes it.
    static func text(_ value: JSON?) -> String {
        switch value {
        case nil: "undefined"
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .double(let value): NumberText.text(value)
        case .string(let value): value
        case .array(let elements): elements.map(joinedText).joined(separator: ",")
        case .object: "[object Object]"
        }
    }

    /// Returns the value's text as `Array.join` uses it: empty for null and undefined.
    static func joinedText(_ value: JSON?) -> String {
        switch value {
        case nil, .null: ""
        default: text(value)
        }
    }
}

import JSONCore

/// JavaScript's view of values, which JsonLogic is defined by; no value at all is its `undefined`.
///
/// Two whole numbers are told apart exactly where JavaScript would round both to doubles: an identifier of 64 bits is
/// not its neighbour. Two arrays, or two objects, are never equal: JavaScript compares which they are, not what is in them.
enum JavaScript {
    /// Whether a condition holds by it: JsonLogic's one rule of its own is that an empty array does not.
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

    /// What it counts as in arithmetic; not a number where it is none.
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

    /// The number that its text begins with.
    static func leadingNumber(_ value: JSON?) -> Double {
        switch value {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: NumberText.beginning(text(value))
        }
    }

    /// The value of a number: whole ones up to 2^53 are integers.
    static func value(_ number: Double) -> JSON {
        guard let whole = Int64(exactly: number), whole.magnitude <= 1 << 53, whole != 0 || number.sign == .plus else {
            return .double(number)
        }
        return .integer(whole)
    }

    /// Its text, as `String` makes it.
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

    /// Its text as a part of several: nothing of what is nothing.
    static func joinedText(_ value: JSON?) -> String {
        switch value {
        case nil, .null: ""
        default: text(value)
        }
    }
}

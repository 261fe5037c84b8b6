import JSONCore

/// The type of a flag's values, as callers request it.
package enum FlagType: String, CaseIterable, Sendable {
    case boolean
    case string
    /// A number without a fraction; callers can request it, but no flag has this type.
    case integer
    case number
    case object

    /// Creates the type of flags with such a value; nil for null and arrays, which no flag may have.
    init?(of value: JSON) {
        switch value {
        case .boolean: self = .boolean
        case .string: self = .string
        case .integer, .double: self = .number
        case .object: self = .object
        case .null, .array: return nil
        }
    }

    /// The type as a message shows it.
    var words: String {
        switch self {
        case .boolean: "a boolean"
        case .string: "a string"
        case .integer: "a whole number"
        case .number: "a number"
        case .object: "an object"
        }
    }
}

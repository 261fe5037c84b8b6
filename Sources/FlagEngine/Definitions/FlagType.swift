import JSONCore

/// What a flag's values are, in the words in which they are asked for.
package enum FlagType: String, CaseIterable, Sendable {
    case boolean
    case string
    /// A number without a fraction: asked for, but no flag is of it.
    case integer
    case number
    case object

    /// The type of a flag that has such a value; none where no flag has.
    init?(of value: JSON) {
        switch value {
        case .boolean: self = .boolean
        case .string: self = .string
        case .integer, .double: self = .number
        case .object: self = .object
        case .null, .array: return nil
        }
    }

    /// The type as it stands in a sentence.
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

package import JSONCore

/// The type of a declared tunable's values.
package enum TunableType: String, CaseIterable, Sendable {
    case boolean
    case integer
    case number
    case string
    case array
    case object

    /// Returns whether a value is of this type; a whole number in any spelling is an integer.
    @inline(__always)
    package func includes(_ value: JSON) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.integer, .integer), (.number, .integer), (.number, .double), (.string, .string),
            (.array, .array), (.object, .object):
            true
        case (.integer, .double(let value)): value.rounded(.towardZero) == value
        default: false
        }
    }

    /// The type in words, for a message that says what is expected.
    package var words: String {
        switch self {
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

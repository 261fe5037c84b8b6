package import JSONCore

/// What a declared tunable's values are.
package enum TunableType: String, CaseIterable, Sendable {
    case boolean
    case integer
    case number
    case string
    case array
    case object

    /// Whether a value is of this type: a whole number in any spelling is an integer too.
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

    /// As a sentence says what is wanted.
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

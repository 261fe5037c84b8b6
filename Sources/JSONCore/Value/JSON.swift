/// A JSON value.
///
/// A number is an integer if it has no fraction, has no exponent and fits `Int64`. All other numbers and `-0` are
/// doubles.
package enum JSON: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    package var kind: JSONKind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .integer, .double: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

extension JSON {
    /// Returns an integer if `number` has no fraction and fits `Int64`, otherwise a double.
    package static func plain(_ number: Double) -> JSON {
        Int64(exactly: number).map { .integer($0) } ?? .double(number)
    }
}

extension JSON: Equatable {
    /// Compares strings and names by their UTF-8 and doubles by their bits, and ignores the order of members.
    ///
    /// So `1` differs from `1.0`, and `-0.0` differs from `0.0`.
    package static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Creates an object; if a name is repeated, the last value counts.
    package init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(JSONObject(members))
    }
}

/// A JSON value: whole numbers without fraction or exponent are integers, every other number is a double.
package enum JSON: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// Which of the six kinds of JSON value this is.
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
    /// A number as a person writes it: without a fraction where it has none.
    package static func plain(_ number: Double) -> JSON {
        Int64(exactly: number).map { .integer($0) } ?? .double(number)
    }
}

extension JSON: Equatable {
    /// Names and strings compare by their bytes, objects without regard to order, `1` and `1.0` and `-0.0` and `0.0` differ.
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

    /// Of names that stand twice the last counts.
    package init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(JSONObject(members))
    }
}

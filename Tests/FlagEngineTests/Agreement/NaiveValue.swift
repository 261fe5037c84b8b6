import JSONCore

/// JavaScript's values in the oracle: each number is a double, and each conversion is implemented a second time.
enum NaiveValue {
    case undefined
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([NaiveValue])
    case object([(name: String, value: NaiveValue)])

    init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .number(Double(value))
        case .double(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .array(let elements): self = .array(elements.map { NaiveValue($0) })
        case .object(let object): self = .object(object.members.map { ($0.name, NaiveValue($0.value)) })
        }
    }

    /// The value as JSON; null if JSON has no such value.
    var json: JSON {
        switch self {
        case .undefined, .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value):
            if let whole = Int64(exactly: value), abs(value) <= 9_007_199_254_740_992 {
                .integer(whole)
            } else {
                value.isFinite ? .double(value) : .null
            }
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
        }
    }

    var isTruthy: Bool {
        switch self {
        case .undefined, .null: false
        case .boolean(let value): value
        case .number(let value): !(value == 0 || value.isNaN)
        case .string(let value): value != ""
        case .array(let elements): elements.count > 0
        case .object: true
        }
    }

    var isNothing: Bool {
        switch self {
        case .undefined, .null: true
        default: false
        }
    }

    var number: Double {
        switch self {
        case .undefined, .object: .nan
        case .null: 0
        case .boolean(let value): value ? 1 : 0
        case .number(let value): value
        case .string(let value): NaiveNumber.whole(value)
        case .array: NaiveNumber.whole(text)
        }
    }

    var leadingNumber: Double {
        if case .number(let value) = self { value } else { NaiveNumber.longest(text) }
    }

    var text: String {
        switch self {
        case .undefined: "undefined"
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let value): NaiveNumber.text(value)
        case .string(let value): value
        case .array(let elements): elements.map { $0.isNothing ? "" : $0.text }.joined(separator: ",")
        case .object: "[object Object]"
        }
    }

    /// Returns the value of `self[name]`.
    func member(_ name: String) -> NaiveValue {
        switch self {
        case .object(let members): return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value ?? .undefined
        case .array(let elements):
            if name == "length" {
                return .number(Double(elements.count))
            }
            return elements.indices.first { "\($0)" == name }.map { elements[$0] } ?? .undefined
        case .string(let value):
            let units = Array(value.utf16)
            if name == "length" {
                return .number(Double(units.count))
            }
            let index = units.indices.first { "\($0)" == name }
            return index.map { .string(String(decoding: [units[$0]], as: UTF16.self)) } ?? .undefined
        default: return .undefined
        }
    }

    static func identical(_ left: NaiveValue, _ right: NaiveValue) -> Bool {
        switch (left, right) {
        case (.undefined, .undefined), (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): Array(left.utf16) == Array(right.utf16)
        default: false
        }
    }

    /// Returns whether two values are equal, by the steps of JavaScript.
    static func equal(_ left: NaiveValue, _ right: NaiveValue) -> Bool {
        if left.isNothing || right.isNothing {
            return left.isNothing && right.isNothing
        }
        switch (left, right) {
        case (.boolean, .boolean), (.number, .number), (.string, .string): return identical(left, right)
        case (.array, .array), (.array, .object), (.object, .array), (.object, .object): return false
        case (.array, _), (.object, _): return equal(.string(left.text), right)
        case (_, .array), (_, .object): return equal(left, .string(right.text))
        default: return left.number == right.number
        }
    }

    /// Returns whether one value is less than the other; nil if they cannot be compared.
    static func precedes(_ left: NaiveValue, _ right: NaiveValue) -> Bool? {
        func primitive(_ value: NaiveValue) -> NaiveValue {
            switch value {
            case .array, .object: .string(value.text)
            default: value
            }
        }
        let left = primitive(left)
        let right = primitive(right)
        if case .string(let left) = left, case .string(let right) = right {
            return left.utf16.lexicographicallyPrecedes(right.utf16)
        }
        let (first, second) = (left.number, right.number)
        return first.isNaN || second.isNaN ? nil : first < second
    }
}

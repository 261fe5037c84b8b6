package import JSONCore

/// The kind of values that a free tunable has, which its first value decides.
package enum FreeKind: String, CaseIterable, Sendable {
    case boolean
    case number
    case string
    case array
    case object

    /// Creates the kind of a value, or returns nil for `null`, which no tunable may be.
    @inline(__always)
    package init?(of value: JSON) {
        switch value {
        case .null: return nil
        case .boolean: self = .boolean
        case .integer, .double: self = .number
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }

    /// Returns the kind that a first value gives to its key.
    package static func first(_ value: JSON) throws(ValueFault) -> FreeKind {
        guard let kind = FreeKind(of: value) else { throw ValueFault(.null, in: value) }
        return kind
    }

    /// The type that a declaration of such values would have.
    package var type: TunableType {
        switch self {
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The JSON Schema that such a tunable shows instead of a declared spec.
    package var definition: JSONObject { ["type": .string(type.rawValue)] }

    /// Returns a fault if a value has another kind.
    @inline(__always)
    package func fault(in value: JSON) -> ValueFault? {
        FreeKind(of: value) == self ? nil : ValueFault(.type(type), in: value)
    }
}

package import JSONCore

/// What a free tunable's values are: as its first one was.
package enum FreeKind: String, CaseIterable, Sendable {
    case boolean
    case number
    case string
    case array
    case object

    /// The kind of a first value; `null` is no tunable's value.
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

    /// The kind that a first value gives to its key from then on.
    package static func first(_ value: JSON) throws(ValueFault) -> FreeKind {
        guard let kind = FreeKind(of: value) else { throw ValueFault(.null, in: value) }
        return kind
    }

    /// The type that a declaration would give to such values.
    package var type: TunableType {
        switch self {
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// What is known of such a tunable, as a JSON Schema.
    package var definition: JSONObject { ["type": .string(type.rawValue)] }

    /// What is wrong with a value for a key of this kind; nothing, where it is of the same one.
    @inline(__always)
    package func fault(in value: JSON) -> ValueFault? {
        FreeKind(of: value) == self ? nil : ValueFault(.type(type), in: value)
    }
}

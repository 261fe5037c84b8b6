import JSONCore

extension JSON {
    /// The elements of an array; empty for any other value.
    var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The members of an object; empty for any other value.
    var members: [JSONObject.Member] {
        guard case .object(let object) = self else { return [] }
        return Array(object.members)
    }

    /// The whole number; nil for any other value.
    var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The string; nil for any other value.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

extension JSON? {
    /// Returns the member with a name; nil if this is no object or has no such member.
    subscript(name: String) -> JSON? { flatMap { $0[name] } }
}

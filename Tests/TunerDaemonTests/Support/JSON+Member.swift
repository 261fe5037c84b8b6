import JSONCore

extension JSON {
    /// The elements of an array; none of anything else.
    var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The members of an object; none of anything else.
    var members: [JSONObject.Member] {
        guard case .object(let object) = self else { return [] }
        return Array(object.members)
    }

    /// The whole number that it is.
    var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The string that it is.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

extension JSON? {
    /// The member of this name, where there is an object that has one.
    subscript(name: String) -> JSON? { flatMap { $0[name] } }
}

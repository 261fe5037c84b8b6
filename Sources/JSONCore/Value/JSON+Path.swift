extension JSON {
    /// Returns the value of a nested member; nil if there is no such member.
    ///
    /// The path has the names of the members, from the outermost to the innermost. An empty path returns this value.
    package func member(at path: some Sequence<String>) -> JSON? {
        var value: JSON? = self
        for name in path {
            value = value?[name]
        }
        return value
    }

    /// Returns this value with another value of a nested member; nil removes the member.
    ///
    /// Creates the objects that are missing on the path.
    package func replacingMember(at path: ArraySlice<String>, by value: JSON?) -> JSON {
        guard let name = path.first else { return value ?? self }
        var object = if case .object(let object) = self { object } else { JSONObject() }
        let rest = path.dropFirst()
        if rest.isEmpty {
            object[name] = value
        } else if value != nil || object[name] != nil {
            object[name] = (object[name] ?? .object(JSONObject())).replacingMember(at: rest, by: value)
        }
        return .object(object)
    }
}

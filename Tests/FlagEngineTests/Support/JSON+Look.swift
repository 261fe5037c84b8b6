import JSONCore

extension JSON {
    /// The members of an object.
    var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The elements of an array.
    var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

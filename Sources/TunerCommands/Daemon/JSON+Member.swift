import JSONCore

extension JSON {
    /// The value of a member; none where there is no such member, or this is no object.
    subscript(name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }
}

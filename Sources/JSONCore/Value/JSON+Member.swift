extension JSON {
    /// The value of an object's member; nothing without such a member, or of another kind of value.
    package subscript(name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }
}

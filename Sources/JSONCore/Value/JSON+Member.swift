extension JSON {
    /// The value of an object's member; nil if there is no such member or this is not an object.
    package subscript(name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }
}

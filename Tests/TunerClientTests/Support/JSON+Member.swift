import JSONCore

extension JSON {
    /// The member of this name, where this is an object that has one.
    subscript(name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }
}

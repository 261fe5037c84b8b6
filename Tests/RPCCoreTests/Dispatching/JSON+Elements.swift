import JSONCore

extension JSON {
    /// The element at an index; nil if there is none or this is not an array.
    subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The value of a string; nil for another kind.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

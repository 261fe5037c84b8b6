import JSONCore

extension JSON {
    /// The string, or nil if the value is not a string.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

import JSONCore

extension JSON {
    /// The text that it is.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

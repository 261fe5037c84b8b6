package import JSONCore

extension JSON {
    /// The value as one line of text: a string without quotes unless it contains a line break, other values as compact
    /// JSON.
    package var line: String {
        if case .string(let text) = self, !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            return text
        }
        // No value of a tunable is infinite, since JSON cannot express it.
        return (try? written()) ?? "null"
    }
}

/// Words as a list in a sentence.
package enum ListText {
    /// Returns the words with commas, and a conjunction before the last one: `a, b or c`.
    package static func of(_ words: [String], last conjunction: String) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}

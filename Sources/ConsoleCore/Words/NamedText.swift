/// A word of the form NAME=TEXT.
package enum NamedText {
    /// Splits a word at the first equals sign; returns nil for any other word.
    package static func split(_ word: String) -> (name: String, text: String)? {
        // Search bytes: an equals sign with a combining accent is a single `Character`, which differs from `=`.
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")), sign > word.startIndex else { return nil }
        return (String(word[..<sign]), String(word[word.utf8.index(after: sign)...]))
    }
}

import JSONCore

/// A search for a text in keys, and in the tags and descriptions of declarations; it ignores the case of ASCII letters.
package struct KeySearch: Sendable {
    /// The text in lower case; nil if it is empty, so that every key contains it.
    private let word: KeyWord?

    /// Creates a search for a text; no key contains a text with characters that keys cannot have.
    package init(_ text: String) {
        let bytes = Array(text.lowercased().utf8)
        word = bytes.isEmpty ? nil : KeyWord(bytes[...])
    }

    /// Returns whether a key contains the text; the time grows with the key's length alone.
    package func finds(_ key: Span<UInt8>) -> Bool {
        guard let word else { return true }
        return word.end(in: key, from: 0, to: key.count) { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        } != nil
    }

    /// Returns whether a tag or the description of a declaration contains the text.
    package func finds(in spec: Spec) -> Bool {
        var texts = [spec.definition[SpecWord.description.rawValue]]
        if case .array(let tags)? = spec.definition[SpecWord.tags.rawValue] { texts += tags }
        for case .string(let text)? in texts where finds(text.utf8.span) { return true }
        return false
    }
}

/// A part of a key that is looked for, in any case.
package struct KeySearch: Sendable {
    /// Without capitals; none where every key has it.
    private let word: KeyWord?

    /// Looks for a text; one that no key can have is found nowhere.
    package init(_ text: String) {
        let bytes = Array(text.lowercased().utf8)
        word = bytes.isEmpty ? nil : KeyWord(bytes[...])
    }

    /// Whether a key has it somewhere, in a time that grows with the key's length alone.
    package func finds(_ key: Span<UInt8>) -> Bool {
        guard let word else { return true }
        return word.end(in: key, from: 0, to: key.count) { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        } != nil
    }
}

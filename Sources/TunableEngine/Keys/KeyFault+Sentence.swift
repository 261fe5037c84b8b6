import JSONCore

extension KeyFault {
    /// Returns one sentence for a person about the word that is not a valid key.
    package func sentence(about word: String) -> String {
        sentence(about: word, noun: "key", letters: "letters, digits, _, - and .")
    }

    /// Returns one sentence for a person about the word that is not a valid pattern.
    package func sentence(aboutPattern word: String) -> String {
        sentence(about: word, noun: "pattern", letters: "letters, digits, _, -, . and *")
    }

    /// Returns one sentence for a person about the word that is not a valid name, such as the name of a layer.
    package func sentence(aboutName word: String, of subject: String) -> String {
        sentence(about: word, noun: "\(subject) name", letters: "letters, digits, _, - and .")
    }

    private func sentence(about word: String, noun: String, letters: String) -> String {
        switch self {
        case .empty: "a \(noun) must not be empty"
        case .tooLong(let limit): "a \(noun) may have at most \(limit) bytes; \(word.shown) has \(word.utf8.count)"
        case .character(let offset):
            "a \(noun) may have only \(letters), got \(KeyFault.character(at: offset, in: word))"
        }
    }

    private static func character(at offset: Int, in word: String) -> String {
        let bytes = word.utf8
        guard let index = bytes.index(bytes.startIndex, offsetBy: offset, limitedBy: bytes.endIndex) else {
            return "\(word.shown)"
        }
        let character = String(String.UnicodeScalarView(word.unicodeScalars[index...].prefix(1)))
        return "\"\(character.shown)\" in \(word.shown)"
    }
}

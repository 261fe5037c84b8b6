import JSONCore

/// Why a word is no flag's key.
package enum FlagKeyFault: Error, Equatable, Sendable {
    /// It has no byte.
    case empty
    /// It has more bytes than a key may have.
    case tooLong(limit: Int)
    /// The byte so many behind the first begins a control character.
    case controlCharacter(at: Int)
}

extension FlagKeyFault {
    /// One sentence for a person about the word that was meant as a key.
    package func sentence(about word: String) -> String {
        switch self {
        case .empty: "a flag's key must not be empty"
        case .tooLong(let limit): "a flag's key may have \(limit) bytes; \(word.shown) has \(word.utf8.count)"
        case .controlCharacter: "a flag's key has no control characters, as \(word.shown) does"
        }
    }
}

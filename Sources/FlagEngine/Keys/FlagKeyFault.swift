import JSONCore

/// The reason why a word is not a valid flag key.
package enum FlagKeyFault: Error, Equatable, Sendable {
    case empty
    case tooLong(limit: Int)
    /// A control character begins at this byte offset.
    case controlCharacter(at: Int)
}

extension FlagKeyFault {
    /// Returns one sentence for a person about the word that is not a valid key.
    package func sentence(about word: String) -> String {
        switch self {
        case .empty: "a flag's key must not be empty"
        case .tooLong(let limit): "a flag's key may have at most \(limit) bytes; \(word.shown) has \(word.utf8.count)"
        case .controlCharacter: "a flag's key must not have control characters, got \(word.shown)"
        }
    }
}

package import JSONCore

/// Why a value is no pattern and no array of them.
package enum KeyPatternsFault: Error, Equatable, Sendable {
    /// It, or an element, is no string.
    case kind(JSONKind)
    /// A word is no pattern.
    case pattern(String, KeyFault)
}

extension KeyPatternsFault: CustomStringConvertible {
    /// One sentence for a person.
    package var description: String {
        switch self {
        case .kind(let kind): "a pattern must be a string, got \(kind.words)"
        case .pattern(let word, let fault): fault.sentence(aboutPattern: word)
        }
    }
}

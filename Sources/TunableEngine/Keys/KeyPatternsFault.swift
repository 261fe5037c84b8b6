package import JSONCore

/// The reason why a value is neither a pattern nor an array of patterns.
package enum KeyPatternsFault: Error, Equatable, Sendable {
    /// The value, or an element of the array, is not a string.
    case kind(JSONKind)
    /// A string is not a valid pattern.
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

/// The reason why a percent-encoded text cannot be decoded; offsets are in the text's bytes.
package enum PercentFault: Error, Equatable, Sendable {
    /// A percent sign is not followed by two hexadecimal digits.
    case escape(at: Int)
    /// The decoded bytes are not UTF-8.
    case notUTF8
    /// The text contains a NUL character.
    case nul(at: Int)

    package var sentence: String {
        switch self {
        case .escape: "A percent sign in the URL is not followed by two hexadecimal digits."
        case .notUTF8: "The URL contains bytes that are not UTF-8."
        case .nul: "The URL contains a NUL character."
        }
    }
}

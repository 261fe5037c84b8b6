/// Why a word is no key.
package enum KeyFault: Error, Equatable, Sendable {
    /// It has no byte.
    case empty
    /// It has more bytes than a key may have.
    case tooLong(limit: Int)
    /// The byte so many behind the first is, or begins, a character that no key has.
    case character(at: Int)
}

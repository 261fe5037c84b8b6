/// The reason why a word is not a valid key.
package enum KeyFault: Error, Equatable, Sendable {
    case empty
    case tooLong(limit: Int)
    /// The byte at this offset is, or begins, a character that no key may contain.
    case character(at: Int)
}

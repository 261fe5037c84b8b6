package import JSONCore

/// The value that a key has somewhere, and where it comes from.
package struct Resolution: Equatable, Sendable {
    /// None where no place has a value for the key.
    package var value: JSON?
    /// Where the value comes from.
    package var origin: Origin

    /// A key without a value.
    static let nothing = Resolution(value: nil, origin: .none)
}

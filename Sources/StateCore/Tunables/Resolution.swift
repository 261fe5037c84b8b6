package import JSONCore

/// The effective value of a key, and its origin.
package struct Resolution: Equatable, Sendable {
    /// The value; nil if no origin has a valid one.
    package var value: JSON?
    package var origin: Origin

    static let nothing = Resolution(value: nil, origin: .none)
}

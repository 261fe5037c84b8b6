package import JSONCore

/// The variant or value that an override sets.
package enum FlagOverride: Sendable, Equatable {
    /// A variant, by name.
    case variant(String)
    /// A value of the flag's type that is none of its variants.
    case value(JSON)
}

package import JSONCore

/// What someone forces a flag to be, until it is taken back.
package enum FlagOverride: Sendable, Equatable {
    /// One of its variants, by name.
    case variant(String)
    /// A value of its type that is no variant's.
    case value(JSON)
}

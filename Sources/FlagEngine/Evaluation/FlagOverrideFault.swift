package import JSONCore

/// The reason why an override does not fit a flag.
package enum FlagOverrideFault: Error, Equatable, Sendable {
    /// The flag has no variant of this name.
    case unknownVariant(String, nearest: String?)
    /// The flag's variants have another type; `variant` is the value, if it is the name of a variant.
    case type(expected: FlagType, found: JSONKind, variant: String?)

    /// Returns one sentence for a person about the flag.
    package func sentence(about key: String) -> String {
        switch self {
        case .unknownVariant(let name, let nearest):
            "\(key.shown) has no variant \(name.shown)" + NearestName.question(nearest?.shown)
        case .type(let expected, let found, let variant):
            "\(key.shown) must be \(expected.words), got \(found.words)"
                + (variant.map { "; to use the variant \($0.shown), send variant instead of value" } ?? "")
        }
    }
}

package import JSONCore

/// Why a flag cannot be forced so.
package enum FlagOverrideFault: Error, Equatable, Sendable {
    /// It has no variant of this name.
    case unknownVariant(String, nearest: String?)
    /// Its variants are of another type.
    case type(expected: FlagType, found: JSONKind)

    /// One sentence for a person about the flag.
    package func sentence(about key: String) -> String {
        switch self {
        case .unknownVariant(let name, let nearest):
            "\(key.shown) has no variant \(name.shown)" + NearestName.question(nearest?.shown)
        case .type(let expected, let found): "\(key.shown) is \(expected.words), got \(found.words)"
        }
    }
}

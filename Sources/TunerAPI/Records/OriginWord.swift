/// The words for the origin of a value in results.
package enum OriginWord {
    /// Whether the value of this origin is neither a default nor absent.
    package static func isTuned(_ origin: String) -> Bool { !["default", "limited", "none"].contains(origin) }
}

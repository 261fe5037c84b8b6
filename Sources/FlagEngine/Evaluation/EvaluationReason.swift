/// Why a flag has the value that it has, in OpenFeature's words.
package enum EvaluationReason: String, Sendable {
    /// It has no rule, or it was forced.
    case `static` = "STATIC"
    /// The rule decided nothing, or the flag is limited, or there is no default variant.
    case `default` = "DEFAULT"
    /// The rule named a variant.
    case targetingMatch = "TARGETING_MATCH"
    /// The rule named a variant by a hash.
    case split = "SPLIT"
    /// The flag is off.
    case disabled = "DISABLED"
    /// Something is wrong, and the caller's default holds.
    case error = "ERROR"
}

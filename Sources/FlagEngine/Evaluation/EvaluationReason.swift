/// The reason for a flag's value, as OpenFeature names it.
package enum EvaluationReason: String, Sendable {
    /// The flag has no rule, or an override decided.
    case `static` = "STATIC"
    /// The rule selected no variant, the kill switch limits the flag, or there is no default variant.
    case `default` = "DEFAULT"
    /// The rule selected a variant.
    case targetingMatch = "TARGETING_MATCH"
    /// The rule selected a variant by a hash.
    case split = "SPLIT"
    /// The flag is disabled.
    case disabled = "DISABLED"
    /// An error occurred, so the caller's default applies.
    case error = "ERROR"
}

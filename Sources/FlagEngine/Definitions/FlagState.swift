/// Whether a flag is evaluated.
package enum FlagState: String, CaseIterable, Sendable {
    case enabled = "ENABLED"
    /// Evaluations return the caller's default.
    case disabled = "DISABLED"
}

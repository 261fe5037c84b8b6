/// Whether a flag says anything.
package enum FlagState: String, CaseIterable, Sendable {
    /// It does.
    case enabled = "ENABLED"
    /// It leaves everything to the caller's default.
    case disabled = "DISABLED"
}

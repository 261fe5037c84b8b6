/// The limit that an evaluation exceeded.
package enum RuleLimitFault: Error, Equatable, Sendable {
    case steps(limit: Int)
    /// The evaluation created a value that is nested too deeply.
    case depth(limit: Int)
}

/// Which limit an evaluation reached.
package enum RuleLimitFault: Error, Equatable, Sendable {
    /// It took more steps.
    case steps(limit: Int)
    /// It made a value that nests deeper.
    case depth(limit: Int)
}

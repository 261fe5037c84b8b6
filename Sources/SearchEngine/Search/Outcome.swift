/// What one evaluation of a point gave.
package enum Outcome: Sendable, Equatable {
    case measured(Double)
    /// The guard refused the point.
    case refused
    /// The measurement gave no number.
    case failed
}

/// What a `fractional` knows before it is evaluated.
struct RuleSplit: Sendable {
    /// Whether its first operand says what to bucket by.
    let hasKey: Bool

    /// The weights, where all of them are written down.
    let weights: [Int64]?

    /// Their sum.
    let total: Int64
}

/// The constant parts of a `fractional`.
struct RuleSplit: Sendable {
    /// Whether the first operand is the key.
    let hasKey: Bool

    /// The weights; nil if a rule computes one of them.
    let weights: [Int64]?

    /// The sum of the constant weights.
    let total: Int64
}

/// The limits of a rule's cost, so that no rule and no context can block the daemon.
package struct RuleLimits: Sendable {
    /// The maximum number of values in a rule, including the rules that it refers to.
    package static let size = 100_000

    /// The maximum total size of all rules in a document that refer to others, since each gets a copy.
    package static let referredSize = 2_000_000

    /// The number of bytes of text that count as one more value.
    static let bytesOfPart = 32

    /// The maximum number of steps to evaluate a constant part of a rule during compilation.
    ///
    /// A part that needs more steps stays in the rule.
    static let foldingSteps = 1_000

    /// The maximum nesting of a rule, including the rules that it refers to.
    ///
    /// It is below the limit of JSON texts, so that a definition also fits into a document that contains it.
    package static let nesting = 96

    /// The maximum number of steps of an evaluation; a step is an operand, an element, or some bytes of text.
    package var steps: Int

    /// The maximum nesting of values that an evaluation creates.
    package var depth: Int

    /// Creates limits; ordinary rules stay far below the defaults.
    package init(steps: Int = 100_000, depth: Int = 128) {
        self.steps = steps
        self.depth = depth
    }
}

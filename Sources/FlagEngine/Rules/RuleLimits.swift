/// What a rule may cost, so that none holds up its daemon, whoever wrote it and whatever the context is.
package struct RuleLimits: Sendable {
    /// How many values a rule may consist of, with what it refers to.
    package static let size = 100_000

    /// What all rules of a document may come to where they refer to others: each takes a copy.
    package static let referredSize = 2_000_000

    /// How many bytes of text count as one value more.
    static let bytesOfPart = 32

    /// How many steps may be taken for a result that is known before anyone asks; what takes more is left for later.
    static let foldingSteps = 1_000

    /// How deep a rule may nest, with what it refers to: a definition must fit into a text that nests around it.
    package static let nesting = 96

    /// How many steps an evaluation may take; a step is an operand, an element, or a few bytes of text.
    package var steps: Int

    /// How deep the values may nest that an evaluation makes.
    package var depth: Int

    /// Limits that ordinary rules never come near.
    package init(steps: Int = 100_000, depth: Int = 128) {
        self.steps = steps
        self.depth = depth
    }
}

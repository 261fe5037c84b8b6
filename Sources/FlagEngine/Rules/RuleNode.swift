/// One step of a compiled rule, whose operands are the nodes `first` to `first + count - 1`.
struct RuleNode: Sendable {
    let operation: RuleOperator

    /// Whether what it gives is what the rule gives, once it is chosen.
    var isResult = false

    /// Whether its one operand stands in the rule without an array around it.
    var isBare = false

    /// The node whose operand it is; itself for the rule as a whole.
    let parent: Int32

    var first: Int32 = 0
    var count: Int32 = 0

    /// What it needs beside its operands: the number of a constant, of a path, of a split, of a comparison.
    var detail: Int32 = 0
}

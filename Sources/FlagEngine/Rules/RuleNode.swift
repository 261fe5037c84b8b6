/// A node of a compiled rule, whose operands are the nodes `first` to `first + count - 1`.
struct RuleNode: Sendable {
    let operation: RuleOperator

    /// Whether the node's value may be the result of the rule.
    var isResult = false

    /// Whether the only operand has no array around it in the rule's JSON.
    var isBare = false

    /// Whether the node is a constant that the compiler computed from an operator.
    var isFolded = false

    /// The index of the node whose operand this node is; the root is its own parent.
    let parent: Int32

    var first: Int32 = 0
    var count: Int32 = 0

    /// The index of the node's constant, path or split; for `if`, 1 if the rule spells it `?:`.
    var detail: Int32 = 0
}

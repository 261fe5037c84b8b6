import JSONCore

/// Branches and comparisons.
extension RuleRun {
    /// Returns the result of `if`: pairs of a condition and a value, then an optional value for no true condition.
    mutating func branch(_ node: RuleNode, _ index: Int) throws(RuleLimitFault) -> JSON? {
        trace?.open(index, of: rule)
        var position = 0
        var taken: Int?
        while position + 1 < Int(node.count) {
            if try condition(position, of: node) {
                taken = position + 1
                break
            }
            position += 2
        }
        if taken == nil, position < Int(node.count) {
            taken = position
        }
        trace?.note(taken: taken)
        trace?.close()
        guard let taken else { return .null }
        return try operand(taken, of: node)
    }

    /// Returns whether a condition of an `if` is true.
    @inline(__always)
    private mutating func condition(_ position: Int, of node: RuleNode) throws(RuleLimitFault) -> Bool {
        guard let trace else { return try isTrue(operand: position, of: node) }
        let value = try operand(position, of: node)
        trace.note(condition: value)
        return JavaScript.isTruthy(value)
    }

    /// Returns the result of `and` or `or`: the first operand that decides, or the last one.
    mutating func firstDeciding(_ node: RuleNode) throws(RuleLimitFault) -> JSON? {
        var value: JSON?
        for position in 0..<Int(node.count) {
            if node.isResult {
                isSplit = false
            }
            value = try operand(position, of: node)
            if JavaScript.isTruthy(value) == (node.operation == .or) {
                break
            }
        }
        return value
    }

    /// Returns whether the result of `and` or `or` counts as true.
    mutating func isLastDecidingTrue(_ node: RuleNode) throws(RuleLimitFault) -> Bool {
        var isTrue = false
        for position in 0..<Int(node.count) {
            isTrue = try self.isTrue(operand: position, of: node)
            if isTrue == (node.operation == .or) {
                break
            }
        }
        return isTrue
    }

    mutating func isEqual(_ node: RuleNode) throws(RuleLimitFault) -> Bool {
        let left = try operand(0, of: node)
        let right = try operand(1, of: node)
        try charge(converting: left)
        try charge(converting: right)
        return JavaScript.isEqual(left, right)
    }

    mutating func isIdentical(_ node: RuleNode) throws(RuleLimitFault) -> Bool {
        let left = try operand(0, of: node)
        let right = try operand(1, of: node)
        return try isIdentical(left, right)
    }

    mutating func isIdentical(_ left: JSON?, _ right: JSON?) throws(RuleLimitFault) -> Bool {
        if case .string(let left) = left, case .string(let right) = right, left.utf8.count == right.utf8.count {
            try charge(bytes: left.utf8.count)
        }
        return JavaScript.isIdentical(left, right)
    }

    /// Returns the result of an order comparison; with three operands of `<` or `<=`, the second must be between the
    /// others.
    mutating func isOrdered(_ node: RuleNode) throws(RuleLimitFault) -> Bool {
        let first = try operand(0, of: node)
        let second = try operand(1, of: node)
        let isRising = node.operation == .less || node.operation == .lessOrEqual
        let third = isRising ? try operand(2, of: node) : nil
        guard try isOrdered(first, second, node.operation) else { return false }
        guard let third else { return true }
        return try isOrdered(second, third, node.operation)
    }

    private mutating func isOrdered(
        _ left: JSON?,
        _ right: JSON?,
        _ operation: RuleOperator
    ) throws(RuleLimitFault) -> Bool {
        try charge(converting: left)
        try charge(converting: right)
        let order = JavaScript.order(left, right)
        return switch operation {
        case .less: order == .before
        case .lessOrEqual: order == .before || order == .same
        case .greater: order == .behind
        default: order == .behind || order == .same
        }
    }
}

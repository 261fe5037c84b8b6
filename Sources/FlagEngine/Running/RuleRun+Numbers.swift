import JSONCore

/// Arithmetic in doubles, as in JavaScript.
extension RuleRun {
    mutating func arithmetic(_ node: RuleNode) throws(RuleLimitFault) -> JSON? {
        switch node.operation {
        case .add: return JavaScript.value(try folded(node, from: 0, converting: true) { $0 + $1 })
        // With one operand, JsonLogic returns the operand unchanged. Without operands, JsonLogic fails; this returns
        // null.
        case .multiply where node.count < 2: return try operand(0, of: node) ?? .null
        case .multiply: return JavaScript.value(try folded(node, from: 1, converting: true) { $0 * $1 })
        case .minimum:
            return JavaScript.value(try folded(node, from: .infinity, converting: false, RuleRun.lesser))
        case .maximum:
            return JavaScript.value(try folded(node, from: -.infinity, converting: false, RuleRun.greater))
        default: break
        }
        let left = try number(0, of: node)
        if node.operation == .subtract {
            guard let second = try operand(1, of: node) else { return JavaScript.value(-left) }
            try charge(converting: second)
            return JavaScript.value(left - JavaScript.number(second))
        }
        let right = try number(1, of: node)
        return JavaScript.value(node.operation == .divide ? left / right : left.truncatingRemainder(dividingBy: right))
    }

    private mutating func number(
        _ position: Int,
        of node: RuleNode
    ) throws(RuleLimitFault) -> Double {
        let value = try operand(position, of: node)
        try charge(converting: value)
        return JavaScript.number(value)
    }

    /// Combines all operands; if `converting` is true, each one is the number at the beginning of its text.
    private mutating func folded(
        _ node: RuleNode,
        from start: Double,
        converting takesBeginning: Bool,
        _ join: (Double, Double) -> Double
    ) throws(RuleLimitFault) -> Double {
        var result = start
        for position in 0..<Int(node.count) {
            let value = try operand(position, of: node)
            try charge(converting: value)
            result = join(result, takesBeginning ? JavaScript.leadingNumber(value) : JavaScript.number(value))
        }
        return result
    }

    /// Returns the smaller number, or NaN if one is NaN, as `Math.min` does.
    private static func lesser(_ left: Double, _ right: Double) -> Double {
        left.isNaN || right.isNaN ? .nan : min(left, right)
    }

    private static func greater(_ left: Double, _ right: Double) -> Double { -lesser(-left, -right) }
}

package import JSONCore

/// The state of one evaluation of a rule.
///
/// In values, nil represents JavaScript's `undefined`.
struct RuleRun {
    let rule: Rule
    let flagKey: String
    let limits: RuleLimits
    private var steps = 0

    /// The data that variables refer to; nil for the context.
    var scope: RuleScope?

    /// Whether a hash selected the result.
    var isSplit = false

    /// The recorder of an explanation; nil without an explanation.
    var trace: RuleTrace?

    init(_ rule: Rule, flagKey: String = "", limits: RuleLimits, scope: RuleScope? = nil, trace: RuleTrace? = nil) {
        self.rule = rule
        self.flagKey = flagKey
        self.limits = limits
        self.scope = scope
        self.trace = trace
    }

    /// Returns the result of the rule.
    mutating func result(_ context: EvaluationContext) throws(RuleLimitFault) -> JSON {
        let value = try value(at: 0, context)
        return JavaScript.settled(value)
    }

    /// Returns the value of a node.
    mutating func value(at index: Int, _ context: EvaluationContext) throws(RuleLimitFault) -> JSON? {
        try charge(1)
        let node = rule.nodes[index]
        guard trace == nil else { return try recordedValue(of: node, index, context) }
        return try value(of: node, index, context)
    }

    /// Separate, so that an evaluation without an explanation moves no value more than once.
    @inline(never)
    private mutating func recordedValue(
        of node: RuleNode,
        _ index: Int,
        _ context: EvaluationContext
    ) throws(RuleLimitFault) -> JSON? {
        let value = try value(of: node, index, context)
        trace?.note(value, of: node, at: index)
        return value
    }

    @inline(__always)
    private mutating func value(
        of node: RuleNode,
        _ index: Int,
        _ context: EvaluationContext
    ) throws(RuleLimitFault) -> JSON? {
        switch node.operation {
        case .constant: return rule.constants[Int(node.detail)]
        case .variable: return try variable(node, context)
        case .if: return try branch(node, index, context)
        case .fractional: return try split(node, index, context)
        case .and, .or: return try firstDeciding(node, context)
        case .equal: return .boolean(try isEqual(node, context))
        case .notEqual: return .boolean(try !isEqual(node, context))
        case .identical: return .boolean(try isIdentical(node, context))
        case .notIdentical: return .boolean(try !isIdentical(node, context))
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return .boolean(try isOrdered(node, context))
        case .not: return .boolean(!JavaScript.isTruthy(try operand(0, of: node, context)))
        case .truth: return .boolean(JavaScript.isTruthy(try operand(0, of: node, context)))
        case .log: return try operand(0, of: node, context)
        case .array: return .array(try operands(of: node, context).map { $0 ?? .null })
        case .add, .subtract, .multiply, .divide, .remainder, .minimum, .maximum:
            return try arithmetic(node, context)
        case .isIn: return .boolean(try isIn(node, context))
        case .concatenate: return .string(try concatenation(node, context))
        case .substring: return .string(try substring(node, context))
        case .startsWith, .endsWith: return try textComparison(node, context)
        case .version: return try versionComparison(node, context)
        case .computedVariable: return try computedVariable(node, context)
        case .missing: return .array(try missing(operands(of: node, context), context))
        case .missingSome: return try missingSome(node, context)
        case .merge: return .array(try merged(node, context))
        case .filter: return .array(try filtered(node, context))
        case .map: return .array(try mapped(node, context))
        case .reduce: return try reduced(node, context)
        case .all: return .boolean(try holdsForAll(node, context))
        case .none: return .boolean(try !holdsForSome(node, context))
        case .some: return .boolean(try holdsForSome(node, context))
        }
    }

    /// Returns the value of an operand, or nil if there is no such operand.
    @inline(__always)
    mutating func operand(
        _ position: Int,
        of node: RuleNode,
        _ context: EvaluationContext
    ) throws(RuleLimitFault) -> JSON? {
        guard position < Int(node.count) else { return nil }
        return try value(at: Int(node.first) + position, context)
    }

    /// Returns the values of all operands.
    mutating func operands(of node: RuleNode, _ context: EvaluationContext) throws(RuleLimitFault) -> [JSON?] {
        var values: [JSON?] = []
        values.reserveCapacity(Int(node.count))
        for position in 0..<Int(node.count) {
            values.append(try operand(position, of: node, context))
        }
        return values
    }

    /// Adds steps, and throws if the evaluation exceeds the limit.
    @inline(__always)
    mutating func charge(_ count: Int) throws(RuleLimitFault) {
        steps += count
        guard steps <= limits.steps else { throw RuleLimitFault.steps(limit: limits.steps) }
    }
}

extension Rule {
    /// Evaluates the rule with any data instead of a context, as JsonLogic's test suite requires.
    package func value(for data: JSON, limits: RuleLimits = RuleLimits()) throws(RuleLimitFault) -> JSON {
        var run = RuleRun(self, limits: limits, scope: .element(data))
        return try run.result(EvaluationContext())
    }

    /// Returns whether the value of the rule for any data counts as true in JsonLogic.
    package func isTrue(for data: JSON, limits: RuleLimits = RuleLimits()) throws(RuleLimitFault) -> Bool {
        JavaScript.isTruthy(try value(for: data, limits: limits))
    }
}

extension JavaScript {
    /// Returns the value as JSON can express it: null for undefined and for NaN and infinity, and 0 for -0.
    static func settled(_ value: JSON?) -> JSON {
        switch value {
        case nil: .null
        case .double(let number): number.isFinite ? JavaScript.value(number + 0) : .null
        case .array(let elements): .array(elements.map { settled($0) })
        case .object(let object):
            .object(JSONObject(object.members.map { ($0.name, settled($0.value)) }))
        case let value?: value
        }
    }
}

package import JSONCore

/// The state of one evaluation of a rule.
///
/// In values, nil represents JavaScript's `undefined`.
struct RuleRun: ~Copyable {
    let rule: Rule
    let flagKey: String
    let limits: RuleLimits
    let context: EvaluationContext

    /// The values of the rule's names; nil if the rule looks up its names in the context.
    let readValues: [JSON?]?

    private var steps = 0

    /// The data that variables refer to; nil for the context.
    var scope: RuleScope?

    /// Whether a hash selected the result.
    var isSplit = false

    /// The recorder of an explanation; nil without an explanation.
    var trace: RuleTrace?

    init(
        _ rule: Rule,
        flagKey: String = "",
        limits: RuleLimits,
        in context: EvaluationContext = .empty,
        readValues: [JSON?]? = nil,
        scope: RuleScope? = nil,
        trace: RuleTrace? = nil
    ) {
        self.rule = rule
        self.flagKey = flagKey
        self.limits = limits
        self.context = context
        self.readValues = readValues
        self.scope = scope
        self.trace = trace
    }

    /// Returns the result of the rule.
    mutating func result() throws(RuleLimitFault) -> JSON {
        JavaScript.settled(try value(at: 0))
    }

    /// Returns the value of a node.
    mutating func value(at index: Int) throws(RuleLimitFault) -> JSON? {
        try charge(1)
        let node = rule.nodes[index]
        guard trace == nil else { return try recordedValue(of: node, index) }
        return try value(of: node, index)
    }

    /// Returns whether the value of a node counts as true.
    ///
    /// Most conditions are comparisons, for which this function creates no value.
    mutating func isTrue(at index: Int) throws(RuleLimitFault) -> Bool {
        let node = rule.nodes[index]
        guard trace == nil, !node.isResult else { return JavaScript.isTruthy(try value(at: index)) }
        switch node.operation {
        case .and, .or:
            try charge(1)
            return try isLastDecidingTrue(node)
        case _ where node.operation.isPredicate:
            try charge(1)
            return try holds(node)
        default: return JavaScript.isTruthy(try value(at: index))
        }
    }

    /// Separate, so that an evaluation without an explanation moves no value more than once.
    @inline(never)
    private mutating func recordedValue(of node: RuleNode, _ index: Int) throws(RuleLimitFault) -> JSON? {
        let value = try value(of: node, index)
        trace?.note(value, of: node, at: index)
        return value
    }

    @inline(__always)
    private mutating func value(of node: RuleNode, _ index: Int) throws(RuleLimitFault) -> JSON? {
        switch node.operation {
        case .constant: return rule.constants[Int(node.detail)]
        case .variable: return try variable(node)
        case .if: return try branch(node, index)
        case .fractional: return try split(node, index)
        case .and, .or: return try firstDeciding(node)
        case .equal, .notEqual, .identical, .notIdentical, .less, .lessOrEqual, .greater, .greaterOrEqual, .not,
            .truth, .isIn, .all, .none, .some:
            return .boolean(try holds(node))
        case .log: return try operand(0, of: node)
        case .array: return .array(try operands(of: node).map { $0 ?? .null })
        case .add, .subtract, .multiply, .divide, .remainder, .minimum, .maximum: return try arithmetic(node)
        case .concatenate: return .string(try concatenation(node))
        case .substring: return .string(try substring(node))
        case .startsWith, .endsWith: return try textComparison(node)
        case .version: return try versionComparison(node)
        case .computedVariable: return try computedVariable(node)
        case .missing: return .array(try missing(operands(of: node)))
        case .missingSome: return try missingSome(node)
        case .merge: return .array(try merged(node))
        case .filter: return .array(try filtered(node))
        case .map: return .array(try mapped(node))
        case .reduce: return try reduced(node)
        }
    }

    /// Returns the result of a predicate.
    private mutating func holds(_ node: RuleNode) throws(RuleLimitFault) -> Bool {
        switch node.operation {
        case .equal: try isEqual(node)
        case .notEqual: try !isEqual(node)
        case .identical: try isIdentical(node)
        case .notIdentical: try !isIdentical(node)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: try isOrdered(node)
        case .not: try !isTrue(operand: 0, of: node)
        case .truth: try isTrue(operand: 0, of: node)
        case .isIn: try isIn(node)
        case .all: try holdsForAll(node)
        case .none: try !holdsForSome(node)
        case .some: try holdsForSome(node)
        default: preconditionFailure("an operator whose value may be no boolean")
        }
    }

    /// Returns the value of an operand, or nil if there is no such operand.
    @inline(__always)
    mutating func operand(_ position: Int, of node: RuleNode) throws(RuleLimitFault) -> JSON? {
        guard position < Int(node.count) else { return nil }
        return try value(at: Int(node.first) + position)
    }

    /// Returns whether the value of an operand counts as true; a missing operand does not.
    @inline(__always)
    mutating func isTrue(operand position: Int, of node: RuleNode) throws(RuleLimitFault) -> Bool {
        guard position < Int(node.count) else { return false }
        return try isTrue(at: Int(node.first) + position)
    }

    /// Returns the values of all operands.
    mutating func operands(of node: RuleNode) throws(RuleLimitFault) -> [JSON?] {
        var values: [JSON?] = []
        values.reserveCapacity(Int(node.count))
        for position in 0..<Int(node.count) {
            values.append(try operand(position, of: node))
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
        return try run.result()
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

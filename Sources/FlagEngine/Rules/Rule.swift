package import JSONCore

/// A compiled targeting rule: a list of small nodes, and the constants, paths and splits that they refer to.
package final class Rule: Sendable {
    let nodes: [RuleNode]
    let constants: [JSON]
    let paths: [VariablePath]
    let splits: [RuleSplit]

    /// The first `$ref` without a shared rule; a rule with one is not evaluated.
    package let missingEvaluator: String?

    /// Whether the rule refers to a shared rule that exists.
    let hasReferences: Bool

    /// Whether the result may change with time alone.
    ///
    /// That is so if the rule reads the timestamp, the whole data, or a variable whose name is computed.
    package let maySeeTime: Bool

    /// The names of the context's members that the rule reads; nil if the rule may read any member.
    let names: RuleNames?

    /// Creates a rule from the compiler's result, in arrays without unused capacity.
    init(_ compiler: borrowing RuleCompiler) {
        nodes = Rule.fitted(compiler.nodes)
        constants = Rule.fitted(compiler.constants)
        paths = Rule.fitted(compiler.paths)
        splits = Rule.fitted(compiler.splits)
        missingEvaluator = compiler.missingEvaluator
        hasReferences = compiler.hasReferences
        maySeeTime = Rule.maySeeTime(nodes, paths)
        names = RuleNames(nodes, paths)
    }

    private static func maySeeTime(_ nodes: [RuleNode], _ paths: [VariablePath]) -> Bool {
        nodes.contains { node in
            switch node.operation {
            case .computedVariable, .missing, .missingSome: true
            case .variable:
                switch paths[Int(node.detail)].reserved {
                case .timestamp, .all: true
                case .flagKey: false
                case nil: paths[Int(node.detail)].first == nil
                }
            default: false
            }
        }
    }

    private static func fitted<Element>(_ elements: [Element]) -> [Element] {
        var fitted: [Element] = []
        fitted.reserveCapacity(elements.count)
        fitted.append(contentsOf: elements)
        return fitted
    }

    /// Creates a part of a rule without variables, to evaluate the part while the rule is compiled.
    init(nodes: [RuleNode], constants: [JSON]) {
        self.nodes = nodes
        self.constants = constants
        paths = []
        splits = []
        missingEvaluator = nil
        hasReferences = false
        maySeeTime = false
        names = nil
    }
}

extension Rule {
    /// Compiles JsonLogic with flagd's operators, without shared rules.
    package static func compiled(_ logic: JSON) throws(FlagFault) -> Rule {
        var compiler = RuleCompiler(evaluators: EvaluatorTable())
        return try compiler.compiled(logic)
    }
}

package import JSONCore

/// A rule in the form in which it is evaluated: a row of small nodes, and what they name.
package final class Rule: Sendable {
    let nodes: [RuleNode]
    let constants: [JSON]
    let paths: [VariablePath]
    let splits: [RuleSplit]

    /// The first `$ref` that leads nowhere; such a rule is not evaluated.
    package let missingEvaluator: String?

    /// Whether it refers to a shared rule that is there.
    let hasReferences: Bool

    /// Whether what it gives may change with the time alone: it names the time, or computes what it names.
    package var maySeeTime: Bool {
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

    /// Takes what was compiled, without the room that was left for more.
    init(_ compiler: borrowing RuleCompiler) {
        nodes = Rule.fitted(compiler.nodes)
        constants = Rule.fitted(compiler.constants)
        paths = Rule.fitted(compiler.paths)
        splits = Rule.fitted(compiler.splits)
        missingEvaluator = compiler.missingEvaluator
        hasReferences = compiler.hasReferences
    }

    private static func fitted<Element>(_ elements: [Element]) -> [Element] {
        var fitted: [Element] = []
        fitted.reserveCapacity(elements.count)
        fitted.append(contentsOf: elements)
        return fitted
    }

    /// A piece of a rule without variables, to be evaluated before the rule is whole.
    init(nodes: [RuleNode], constants: [JSON]) {
        self.nodes = nodes
        self.constants = constants
        paths = []
        splits = []
        missingEvaluator = nil
        hasReferences = false
    }
}

extension Rule {
    /// Compiles JsonLogic with flagd's operators, without shared rules.
    package static func compiled(_ logic: JSON) throws(FlagFault) -> Rule {
        var compiler = RuleCompiler(evaluators: EvaluatorTable())
        return try compiler.compiled(logic)
    }
}

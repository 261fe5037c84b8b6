import JSONCore

/// The recorder of an explanation during an evaluation.
///
/// It is a class, so that an evaluation without one carries only an empty reference.
final class RuleTrace {
    /// The maximum number of recorded steps, and of recorded variables; array operators could cause very many.
    private static let limit = 256

    /// The maximum number of operators whose values are recorded, and of values that replace recorded ones.
    private static let maxValues = 1_024

    /// The maximum number of elements or members of a value that are recorded.
    private static let maxParts = 16
    /// The maximum number of levels of a value that are recorded.
    private static let maxDepth = 3

    private var explanation = Explanation()
    private var open: [Int] = []
    private var noted = 0
    private var values: [Int: JSON] = [:]
    private var repeatedValues = 0

    /// Returns the recorded path through a rule.
    func explanation(of rule: Rule) -> Explanation {
        var explanation = explanation
        for (index, value) in values.sorted(by: { $0.key < $1.key }) {
            explanation.values[rule.pointer(to: index)] = value
        }
        return explanation
    }

    /// Begins an `if` or a `fractional`; variables read before `close` belong to it.
    func open(_ index: Int, of rule: Rule) {
        guard explanation.steps.count < RuleTrace.limit else {
            explanation.isCut = true
            open.append(explanation.steps.count)
            return
        }
        open.append(explanation.steps.count)
        let isSplit = rule.nodes[index].operation == .fractional
        let outcome: Explanation.Outcome = isSplit ? .split(Explanation.Split()) : .branch(Explanation.Branch())
        explanation.steps.append(Explanation.Step(pointer: rule.pointer(to: index), outcome: outcome))
    }

    /// Ends the innermost step.
    func close() {
        open.removeLast()
    }

    /// Records a variable and its value.
    func note(_ name: String, _ value: JSON?) {
        guard noted < RuleTrace.limit else {
            explanation.isCut = true
            return
        }
        noted += 1
        let shortened = RuleTrace.shortened(value)
        if let step = current {
            explanation.steps[step].variables[name] = shortened
        } else {
            explanation.variables[name] = shortened
        }
    }

    /// Records the value of an operator; an array operator evaluates its second operand many times, and the last value
    /// counts.
    func note(_ value: JSON?, of node: RuleNode, at index: Int) {
        guard node.operation != .constant || node.isFolded else { return }
        // The outermost operators end last, so values of elements must not use up their room.
        let isRepeated = values[index] != nil
        guard (isRepeated ? repeatedValues : values.count) < RuleTrace.maxValues else {
            explanation.isCut = true
            return
        }
        repeatedValues += isRepeated ? 1 : 0
        values[index] = RuleTrace.shortened(value)
    }

    /// Records the result of a condition.
    func note(condition: JSON?) {
        guard let step = current, case .branch(var branch) = explanation.steps[step].outcome else { return }
        branch.conditions.append(RuleTrace.shortened(condition))
        explanation.steps[step].outcome = .branch(branch)
    }

    /// Records the operand that an `if` selected.
    func note(taken: Int?) {
        guard let step = current, case .branch(var branch) = explanation.steps[step].outcome else { return }
        branch.taken = taken
        explanation.steps[step].outcome = .branch(branch)
    }

    /// Records the text that a `fractional` hashes.
    func note(key: String) {
        guard let step = current, case .split(var split) = explanation.steps[step].outcome else { return }
        split.key = key.shortened
        explanation.steps[step].outcome = .split(split)
    }

    /// Records the share that a hash selected.
    func note(hash: UInt32, bucket: Bucket?, weights: [Int64], total: Int64) {
        guard let step = current, case .split(var split) = explanation.steps[step].outcome else { return }
        split.hash = hash
        split.bucket = bucket?.scaledHash
        split.taken = bucket?.index
        split.weights = weights
        split.total = total
        explanation.steps[step].outcome = .split(split)
    }

    /// Returns a shortened value, since a rule may read a large context many times.
    private static func shortened(_ value: JSON?, depth: Int = 0) -> JSON {
        let more: JSON = "…"
        switch value {
        case .string(let text): return .string(text.shortened)
        case .array(let elements):
            guard depth < maxDepth else { return more }
            let shown = elements.prefix(maxParts).map { shortened($0, depth: depth + 1) }
            return .array(elements.count > maxParts ? shown + [more] : shown)
        case .object(let object):
            guard depth < maxDepth else { return more }
            var shown = JSONObject()
            for member in object.members.prefix(maxParts) {
                shown[member.name.shortened] = shortened(member.value, depth: depth + 1)
            }
            if object.count > maxParts {
                shown["…"] = more
            }
            return .object(shown)
        default: return JavaScript.settled(value)
        }
    }

    private var current: Int? {
        open.last.flatMap { $0 < explanation.steps.count ? $0 : nil }
    }
}

import JSONCore

/// Notes on the way through a rule what a person will want to know who asks why.
struct RuleTrace {
    /// So many steps and so many values are kept: an operator that goes through an array can take very many.
    private static let limit = 256

    /// So many parts of a value are kept, and so many levels.
    private static let mostParts = 16
    private static let mostDepth = 3

    private(set) var explanation = Explanation()
    private var open: [Int] = []
    private var noted = 0

    /// Begins an `if` or a `fractional`; what is looked at until its end belongs to it.
    mutating func open(_ index: Int, of rule: Rule) {
        guard explanation.steps.count < RuleTrace.limit else {
            explanation.isCut = true
            open.append(explanation.steps.count)
            return
        }
        open.append(explanation.steps.count)
        let isSplit = rule.nodes[index].operation == .fractional
        let outcome: Explanation.Outcome = isSplit ? .split(Explanation.Split()) : .branch(Explanation.Branch())
        explanation.steps.append(Explanation.Step(place: rule.pointer(to: index), outcome: outcome))
    }

    /// Ends the innermost one.
    mutating func close() {
        open.removeLast()
    }

    /// A variable, and what it stood for.
    mutating func note(_ name: String, _ value: JSON?) {
        guard noted < RuleTrace.limit else {
            explanation.isCut = true
            return
        }
        noted += 1
        let seen = RuleTrace.glimpse(of: value)
        if let step = current {
            explanation.steps[step].seen[name] = seen
        } else {
            explanation.seen[name] = seen
        }
    }

    /// What a condition gave.
    mutating func note(condition: JSON?) {
        guard let step = current, case .branch(var branch) = explanation.steps[step].outcome else { return }
        branch.conditions.append(RuleTrace.glimpse(of: condition))
        explanation.steps[step].outcome = .branch(branch)
    }

    /// The operand that an `if` chose.
    mutating func note(taken: Int?) {
        guard let step = current, case .branch(var branch) = explanation.steps[step].outcome else { return }
        branch.taken = taken
        explanation.steps[step].outcome = .branch(branch)
    }

    /// The text that a `fractional` hashes.
    mutating func note(key: String) {
        guard let step = current, case .split(var split) = explanation.steps[step].outcome else { return }
        split.key = key.shortened
        explanation.steps[step].outcome = .split(split)
    }

    /// Where a hash fell.
    mutating func note(hash: UInt32, bucket: Bucket?, weights: [Int64], total: Int64) {
        guard let step = current, case .split(var split) = explanation.steps[step].outcome else { return }
        split.hash = hash
        split.bucket = bucket?.place
        split.taken = bucket?.index
        split.weights = weights
        split.total = total
        explanation.steps[step].outcome = .split(split)
    }

    /// So much of a value as helps a person: a rule may look at all of a large context, again and again.
    private static func glimpse(of value: JSON?, depth: Int = 0) -> JSON {
        let more: JSON = "…"
        switch value {
        case .string(let text): return .string(text.shortened)
        case .array(let elements):
            guard depth < mostDepth else { return more }
            let shown = elements.prefix(mostParts).map { glimpse(of: $0, depth: depth + 1) }
            return .array(elements.count > mostParts ? shown + [more] : shown)
        case .object(let object):
            guard depth < mostDepth else { return more }
            var shown = JSONObject()
            for member in object.members.prefix(mostParts) {
                shown[member.name.shortened] = glimpse(of: member.value, depth: depth + 1)
            }
            if object.count > mostParts {
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

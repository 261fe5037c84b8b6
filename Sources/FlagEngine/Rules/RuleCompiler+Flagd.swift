import JSONCore

/// Variables and flagd's operators, whose constant operands are validated.
extension RuleCompiler {
    mutating func fillVariable(_ index: Int, _ operands: JSON) throws(FlagFault) {
        guard let path = try RuleCompiler.path(operands) else {
            try fillOperation(index, .computedVariable, operands)
            return
        }
        replace(index, .variable, detail: note(path: path))
        guard case .array(let elements) = operands, elements.count > 1 else { return }
        reserve(1, for: index)
        do throws(FlagFault) {
            try fill(operand(0, of: index), with: elements[1])
        } catch {
            throw error.inside(.position(1))
        }
    }

    /// Returns the path of a variable with a constant name, or nil if the name is computed.
    private static func path(_ operands: JSON) throws(FlagFault) -> VariablePath? {
        let name: JSON
        if case .array(let elements) = operands {
            name = elements.first ?? .null
        } else {
            name = operands
        }
        switch name {
        case .array, .object: return nil
        case .null: return VariablePath("")
        default:
            let path = VariablePath(JavaScript.text(name))
            guard !path.isUnknownReserved else { throw FlagFault(.reservedVariable(path.text)) }
            return path
        }
    }

    /// Compiles `starts_with` or `ends_with`: two operands, each a string or a rule.
    mutating func fillTextComparison(
        _ index: Int,
        _ operation: RuleOperator,
        _ operands: JSON
    ) throws(FlagFault) {
        for (position, operand) in try RuleCompiler.operands(operands, count: 2).enumerated() {
            guard operand.kind == .string || operand.kind == .object else {
                throw FlagFault(.kind(expected: .stringOrRule, found: operand.kind), at: [.position(position)])
            }
            try RuleCompiler.requireRule(operand, at: .position(position))
        }
        try fillOperation(index, operation, operands)
    }

    /// Compiles `sem_ver`: a version, a comparison operator, a version; each version may be a rule.
    mutating func fillVersionComparison(_ index: Int, _ operands: JSON) throws(FlagFault) {
        let elements = try RuleCompiler.operands(operands, count: 3)
        for position in [0, 2] {
            let element = elements[position]
            guard element.kind != .object else {
                try RuleCompiler.requireRule(element, at: .position(position))
                continue
            }
            guard let text = SemanticVersion.text(of: element) else {
                throw FlagFault(.kind(expected: .versionOrRule, found: element.kind), at: [.position(position)])
            }
            guard SemanticVersion(text) != nil else {
                throw FlagFault(.version(text), at: [.position(position)])
            }
        }
        guard case .string(let word) = elements[1] else {
            throw FlagFault(.kind(expected: .comparison, found: elements[1].kind), at: [.position(1)])
        }
        guard VersionComparison(rawValue: word) != nil else {
            throw FlagFault(.comparison(word), at: [.position(1)])
        }
        try fillOperation(index, .version, operands)
    }

    /// Throws if an object has several members: it would be data, and an operator of flagd takes no object.
    private static func requireRule(_ operand: JSON, at steps: JSONSource.Step...) throws(FlagFault) {
        guard case .object(let object) = operand, object.count > 1 else { return }
        throw FlagFault(.notOneOperator(count: object.count), at: steps)
    }

    private static func operands(_ operands: JSON, count: Int) throws(FlagFault) -> [JSON] {
        guard case .array(let elements) = operands else {
            throw FlagFault(.kind(expected: .operands, found: operands.kind))
        }
        guard elements.count == count else {
            throw FlagFault(.operandCount(expected: count, found: elements.count))
        }
        return elements
    }

    /// Compiles `fractional`: an optional rule for the key, and shares of a variant and an optional weight.
    ///
    /// The node's operands are the key, if there is one, and two for each share.
    mutating func fillSplit(_ index: Int, _ operands: JSON) throws(FlagFault) {
        guard case .array(let elements) = operands else {
            throw FlagFault(.kind(expected: .operands, found: operands.kind))
        }
        guard let first = elements.first else { throw FlagFault(.noShares) }
        let hasKey = first.kind != .array
        guard !hasKey || first.kind == .object else {
            throw FlagFault(.kind(expected: .bucketingRule, found: first.kind), at: [.position(0)])
        }
        try RuleCompiler.requireRule(first, at: .position(0))
        replace(index, .fractional)
        let keys = hasKey ? 1 : 0
        reserve(keys + 2 * (elements.count - keys), for: index)
        var weights: [Int64]? = []
        var total: Int64 = 0
        for (position, element) in elements.enumerated() {
            do throws(FlagFault) {
                if position < keys {
                    try fill(operand(0, of: index), with: element)
                    continue
                }
                let weight = try fillShare(operand(keys + 2 * (position - keys), of: index), element, of: index)
                total += weight ?? 0
                guard total <= Bucket.maxWeight else { throw FlagFault(.weightSum(limit: Bucket.maxWeight)) }
                if let weight {
                    weights?.append(weight)
                } else {
                    weights = nil
                }
            } catch {
                throw error.inside(.position(position))
            }
        }
        set(detail: note(split: RuleSplit(hasKey: hasKey, weights: weights, total: total)), of: index)
    }

    /// Compiles a share and returns its weight, or nil if the weight is a rule.
    private mutating func fillShare(_ operand: Int, _ share: JSON, of index: Int) throws(FlagFault) -> Int64? {
        guard case .array(let parts) = share else { throw FlagFault(.share(found: share.kind)) }
        guard parts.count == 1 || parts.count == 2 else {
            throw FlagFault(.operandCount(expected: 2, found: parts.count))
        }
        if isResult(index) {
            markResult(operand)
        }
        do throws(FlagFault) {
            try fill(operand, with: parts[0])
        } catch {
            throw error.inside(.position(0))
        }
        guard parts.count == 2 else {
            fill(operand + 1, withConstant: 1)
            return 1
        }
        do throws(FlagFault) {
            return try fillWeight(operand + 1, parts[1])
        } catch {
            throw error.inside(.position(1))
        }
    }

    private mutating func fillWeight(_ operand: Int, _ weight: JSON) throws(FlagFault) -> Int64? {
        switch weight {
        case .object:
            try RuleCompiler.requireRule(weight)
            try fill(operand, with: weight)
            return nil
        case .integer, .double:
            guard let whole = RuleCompiler.whole(weight), whole >= 0 else { throw FlagFault(.weight(weight)) }
            fill(operand, withConstant: .integer(whole))
            return min(whole, Bucket.maxWeight + 1)
        default: throw FlagFault(.kind(expected: .weight, found: weight.kind))
        }
    }

    /// Returns a number without a fraction in any spelling, or nil.
    static func whole(_ number: JSON) -> Int64? {
        switch number {
        case .integer(let whole): whole
        case .double(let double): Int64(exactly: double)
        default: nil
        }
    }
}

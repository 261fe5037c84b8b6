import JSONCore

/// A compiler of rules that validates them; it compiles one rule after the other and reuses its memory.
struct RuleCompiler {
    private(set) var nodes: [RuleNode] = []
    private(set) var constants: [JSON] = []
    private(set) var paths: [VariablePath] = []
    private(set) var splits: [RuleSplit] = []
    private(set) var missingEvaluator: String?
    private(set) var hasReferences = false

    /// The shared rules.
    let evaluators: EvaluatorTable

    /// The size of the rule so far, in values and bytes of text.
    private(set) var size = 0
    private var referredSize = 0
    private var nesting = 0

    init(evaluators: EvaluatorTable) {
        self.evaluators = evaluators
    }

    /// Compiles a whole rule; the paths of errors are relative to the rule.
    mutating func compiled(_ logic: JSON) throws(FlagFault) -> Rule {
        nodes.removeAll(keepingCapacity: true)
        constants.removeAll(keepingCapacity: true)
        paths.removeAll(keepingCapacity: true)
        splits.removeAll(keepingCapacity: true)
        missingEvaluator = nil
        hasReferences = false
        size = 0
        nesting = 0
        nodes.append(RuleNode(operation: .constant, isResult: true, parent: 0))
        try fill(0, with: logic)
        return Rule(self)
    }

    /// Compiles `logic` into a node that was reserved.
    mutating func fill(_ index: Int, with logic: JSON) throws(FlagFault) {
        try count(1)
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= RuleLimits.nesting else { throw FlagFault(.tooDeep(limit: RuleLimits.nesting)) }
        switch logic {
        case .object(let object): try fill(index, with: object)
        case .array(let elements): try fill(index, with: elements)
        default:
            try countText(of: logic)
            fill(index, withConstant: logic)
        }
    }

    mutating func fill(_ index: Int, withConstant value: JSON) {
        replace(index, .constant, detail: constants.count)
        constants.append(value)
    }

    private mutating func fill(_ index: Int, with elements: [JSON]) throws(FlagFault) {
        guard RuleCompiler.hasParts(elements) else {
            try count(elements.count)
            for element in elements {
                try countText(of: element)
            }
            fill(index, withConstant: .array(elements))
            return
        }
        replace(index, .array)
        let firstConstant = constants.count
        reserve(elements.count, for: index)
        let span = elements.span
        for position in 0..<span.count {
            do throws(FlagFault) {
                try fill(operand(position, of: index), with: span[position])
            } catch {
                throw error.inside(.position(position))
            }
        }
        fold(index, firstConstant: firstConstant)
    }

    private mutating func fill(_ index: Int, with object: JSONObject) throws(FlagFault) {
        guard !object.isEmpty else {
            fill(index, withConstant: .object(object))
            return
        }
        guard object.count == 1 else {
            // The result of a rule names a variant, so this object can only be a mistake there.
            guard !nodes[index].isResult else { throw FlagFault(.notOneOperator(count: object.count)) }
            try count(data: .object(object), nesting: nesting)
            fill(index, withConstant: .object(object))
            return
        }
        let members = object.members.span
        do throws(FlagFault) {
            if members[0].name.hasSameBytes(as: EvaluatorTable.referenceName) {
                try fill(index, withReferenceTo: members[0].value)
            } else {
                try fill(index, withOperator: members[0].name, members[0].value)
            }
        } catch {
            throw error.inside(.name(object.members[0].name))
        }
    }

    /// Returns whether an array contains arrays or objects, which may be rules.
    private static func hasParts(_ elements: [JSON]) -> Bool {
        let elements = elements.span
        for index in 0..<elements.count where elements[index].kind == .array || elements[index].kind == .object {
            return true
        }
        return false
    }

    private mutating func fill(_ index: Int, withReferenceTo name: JSON) throws(FlagFault) {
        guard case .string(let name) = name else { throw FlagFault(.kind(expected: .string, found: name.kind)) }
        guard let rule = evaluators.rule(named: name) else {
            missingEvaluator = missingEvaluator ?? name
            fill(index, withConstant: .null)
            return
        }
        hasReferences = true
        let before = size
        try fill(index, with: rule)
        referredSize += size - before
        guard referredSize <= RuleLimits.referredSize else {
            throw FlagFault(.tooLarge(limit: RuleLimits.referredSize))
        }
    }

    private mutating func fill(_ index: Int, withOperator name: String, _ operands: JSON) throws(FlagFault) {
        guard let operation = RuleOperator.named(name) else {
            throw FlagFault(.unknownOperator(nearest: NearestName.nearest(to: name, among: RuleOperator.names)))
        }
        let firstConstant = constants.count
        switch operation {
        case .variable: try fillVariable(index, operands)
        case .fractional: try fillSplit(index, operands)
        case .startsWith, .endsWith: try fillTextComparison(index, operation, operands)
        case .version: try fillVersionComparison(index, operands)
        case .if:
            try fillOperation(index, operation, operands)
            set(detail: name == RuleOperator.otherIf ? 1 : 0, of: index)
        default: try fillOperation(index, operation, operands)
        }
        fold(index, firstConstant: firstConstant)
    }

    /// Compiles an operator whose operands are rules; a single operand may be without an array.
    mutating func fillOperation(_ index: Int, _ operation: RuleOperator, _ operands: JSON) throws(FlagFault) {
        replace(index, operation)
        guard case .array(let elements) = operands else {
            nodes[index].isBare = true
            reserve(1, for: index)
            markResults(of: index)
            try fill(operand(0, of: index), with: operands)
            return
        }
        // The array of operands counts as a level of nesting, like every array.
        nesting += 1
        defer { nesting -= 1 }
        reserve(elements.count, for: index)
        markResults(of: index)
        let span = elements.span
        for position in 0..<span.count {
            do throws(FlagFault) {
                try fill(operand(position, of: index), with: span[position])
            } catch {
                throw error.inside(.position(position))
            }
        }
    }

    /// Marks the operands whose values may be the result of the rule, if the operator's own value may be.
    private mutating func markResults(of index: Int) {
        let node = nodes[index]
        guard node.isResult else { return }
        for position in 0..<Int(node.count) {
            switch node.operation {
            case .and, .or: nodes[operand(position, of: index)].isResult = true
            case .if:
                let isLast = position == Int(node.count) - 1
                nodes[operand(position, of: index)].isResult = position % 2 == 1 || isLast
            default: break
            }
        }
    }
}

extension RuleCompiler {
    mutating func replace(_ index: Int, _ operation: RuleOperator, detail: Int = 0) {
        let old = nodes[index]
        nodes[index] = RuleNode(
            operation: operation,
            isResult: old.isResult,
            parent: old.parent,
            detail: Int32(truncatingIfNeeded: detail)
        )
    }

    /// Reserves consecutive nodes for operands.
    mutating func reserve(_ count: Int, for index: Int) {
        nodes[index].first = Int32(truncatingIfNeeded: nodes.count)
        nodes[index].count = Int32(truncatingIfNeeded: count)
        for _ in 0..<count {
            nodes.append(RuleNode(operation: .constant, parent: Int32(truncatingIfNeeded: index)))
        }
    }

    func operand(_ position: Int, of index: Int) -> Int { Int(nodes[index].first) + position }

    func isResult(_ index: Int) -> Bool { nodes[index].isResult }

    mutating func markResult(_ index: Int) {
        nodes[index].isResult = true
    }

    mutating func set(detail: Int, of index: Int) {
        nodes[index].detail = Int32(truncatingIfNeeded: detail)
    }

    /// Adds to the size of the rule.
    mutating func count(_ parts: Int) throws(FlagFault) {
        size += parts
        guard size <= RuleLimits.size else { throw FlagFault(.tooLarge(limit: RuleLimits.size)) }
    }

    /// Adds the size of a value that is data, with all that it contains.
    private mutating func count(data value: JSON, nesting: Int) throws(FlagFault) {
        guard nesting <= RuleLimits.nesting else { throw FlagFault(.tooDeep(limit: RuleLimits.nesting)) }
        switch value {
        case .object(let object):
            try count(object.count)
            for member in object.members {
                try countText(of: .string(member.name))
                try count(data: member.value, nesting: nesting + 1)
            }
        case .array(let elements):
            try count(elements.count)
            for element in elements {
                try count(data: element, nesting: nesting + 1)
            }
        default: try countText(of: value)
        }
    }

    private mutating func countText(of value: JSON) throws(FlagFault) {
        if case .string(let text) = value, text.utf8.count >= RuleLimits.bytesOfPart {
            try count(text.utf8.count / RuleLimits.bytesOfPart)
        }
    }

    mutating func note(path: VariablePath) -> Int {
        paths.append(path)
        return paths.count - 1
    }

    mutating func note(split: RuleSplit) -> Int {
        splits.append(split)
        return splits.count - 1
    }

    /// Evaluates an operation whose operands are all constant, and replaces the operation with the result.
    ///
    /// The operands are then the last nodes, and their constants the last constants, since each operand was folded
    /// before.
    private mutating func fold(_ index: Int, firstConstant: Int) {
        let node = nodes[index]
        let operands = Int(node.first)..<Int(node.first + node.count)
        guard node.operation.isFoldable, operands.upperBound == nodes.count || operands.isEmpty,
            operands.allSatisfy({ nodes[$0].operation == .constant })
        else { return }
        var piece = [node]
        piece[0].first = 1
        var values: [JSON] = []
        for operand in operands {
            values.append(constants[Int(nodes[operand].detail)])
            piece.append(nodes[operand])
            piece[piece.count - 1].detail = Int32(truncatingIfNeeded: values.count - 1)
        }
        var run = RuleRun(Rule(nodes: piece, constants: values), limits: RuleLimits(steps: RuleLimits.foldingSteps))
        guard let value = try? run.value(at: 0) else { return }
        nodes.removeSubrange(operands)
        constants.removeSubrange(firstConstant...)
        fill(index, withConstant: value)
        nodes[index].isFolded = node.operation != .array
    }
}

import JSONCore

extension Rule {
    /// Returns the path of a node in the rule's JSON as a JSON Pointer (RFC 6901); empty for the whole rule.
    func pointer(to index: Int) -> String {
        guard index > 0 else { return "" }
        let parentIndex = Int(nodes[index].parent)
        let parent = nodes[parentIndex]
        let position = index - Int(parent.first)
        return steps(to: position, of: parent).reduce(into: pointer(to: parentIndex)) { pointer, step in
            switch step {
            case .name(let name): pointer += "/\(name.replacingText("/", with: "~1"))"
            case .position(let position): pointer += "/\(position)"
            }
        }
    }

    /// Returns the path of an operand in the JSON of its operation.
    func steps(to position: Int, of parent: RuleNode) -> [JSONSource.Step] {
        switch parent.operation {
        case .array: return [.position(position)]
        case .variable: return [.name("var"), .position(1)]
        case .fractional:
            let keys = splits[Int(parent.detail)].hasKey ? 1 : 0
            guard position >= keys else { return [.name("fractional"), .position(0)] }
            let part = position - keys
            return [.name("fractional"), .position(keys + part / 2), .position(part % 2)]
        default:
            let name = name(of: parent)
            return parent.isBare ? [.name(name)] : [.name(name), .position(position)]
        }
    }

    /// Returns the name of an operation, as the rule spells it.
    func name(of node: RuleNode) -> String {
        node.operation == .if && node.detail == 1 ? RuleOperator.otherIf : node.operation.name
    }
}

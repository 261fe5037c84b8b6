extension Rule {
    /// Returns the path of a node in the rule's JSON as a JSON Pointer (RFC 6901); empty for the whole rule.
    func pointer(to index: Int) -> String {
        guard index > 0 else { return "" }
        let parentIndex = Int(nodes[index].parent)
        let parent = nodes[parentIndex]
        let position = index - Int(parent.first)
        return pointer(to: parentIndex) + step(to: position, of: parent)
    }

    private func step(to position: Int, of parent: RuleNode) -> String {
        switch parent.operation {
        case .array: return "/\(position)"
        case .variable: return "/var/1"
        case .fractional:
            let keys = splits[Int(parent.detail)].hasKey ? 1 : 0
            guard position >= keys else { return "/fractional/0" }
            let part = position - keys
            return "/fractional/\(keys + part / 2)/\(part % 2)"
        default:
            let isOther = parent.operation == .if && parent.detail == 1
            let name = isOther ? RuleOperator.otherIf : parent.operation.name.replacing("/", with: "~1")
            return parent.isBare ? "/\(name)" : "/\(name)/\(position)"
        }
    }
}

package import JSONCore

extension Rule {
    /// A place of a rule that reads the data.
    package struct Read: Equatable, Sendable {
        /// The name that is read: empty for the whole data, nil if the rule computes it.
        package let name: String?

        /// The path in the rule's JSON.
        package let steps: [JSONSource.Step]
    }

    /// The places that read the data, in the order of the rule.
    ///
    /// A variable inside `map`, or another operator on arrays, reads the element instead, and is left out.
    package var reads: [Read] {
        var reads: [Read] = []
        collect(0, at: [], into: &reads)
        return reads
    }

    private func collect(_ index: Int, at steps: [JSONSource.Step], into reads: inout [Read]) {
        let node = nodes[index]
        switch node.operation {
        case .variable: reads.append(Read(name: paths[Int(node.detail)].text, steps: steps + [.name("var")]))
        case .computedVariable: reads.append(Read(name: nil, steps: steps + [.name("var")]))
        case .missing: collectNames(in: node, from: 0, at: steps, into: &reads)
        case .missingSome: collectNames(in: node, from: 1, at: steps, into: &reads)
        case .fractional where !splits[Int(node.detail)].hasKey:
            reads.append(Read(name: "targetingKey", steps: steps + [.name(name(of: node))]))
        default: break
        }
        for position in 0..<Int(node.count) where !node.operation.hasElements || position != 1 {
            let place = steps + self.steps(to: position, of: node)
            collect(Int(node.first) + position, at: place, into: &reads)
        }
    }

    /// Collects the names that are operands of `missing` or `missing_some`.
    private func collectNames(
        in node: RuleNode,
        from first: Int,
        at steps: [JSONSource.Step],
        into reads: inout [Read]
    ) {
        for position in first..<max(first, Int(node.count)) {
            let place = steps + self.steps(to: position, of: node)
            let operand = nodes[Int(node.first) + position]
            let value: JSON? = operand.operation == .constant ? constants[Int(operand.detail)] : nil
            let names: [JSON?] = if case .array(let elements)? = value { elements } else { [value] }
            for name in names {
                if case .string(let text)? = name {
                    reads.append(Read(name: text, steps: place))
                } else {
                    reads.append(Read(name: nil, steps: place))
                }
            }
        }
    }
}

extension RuleOperator {
    /// Whether the second operand is evaluated for each element of the first one.
    fileprivate var hasElements: Bool {
        switch self {
        case .filter, .map, .reduce, .all, .none, .some: true
        default: false
        }
    }
}

import JSONCore

/// The operators on arrays; inside them, variables refer to the elements.
extension RuleRun {
    mutating func merged(_ node: RuleNode) throws(RuleLimitFault) -> [JSON] {
        var merged: [JSON] = []
        for position in 0..<Int(node.count) {
            switch try operand(position, of: node) {
            case .array(let elements):
                try charge(elements.count)
                merged += elements
            case let value: merged.append(value ?? .null)
            }
        }
        return merged
    }

    mutating func filtered(_ node: RuleNode) throws(RuleLimitFault) -> [JSON] {
        var kept: [JSON] = []
        for element in try elements(node) ?? [] {
            if try isTrue(in: element, node) {
                kept.append(element)
            }
        }
        return kept
    }

    mutating func mapped(_ node: RuleNode) throws(RuleLimitFault) -> [JSON] {
        var mapped: [JSON] = []
        for element in try elements(node) ?? [] {
            mapped.append(try value(in: .element(element), node) ?? .null)
        }
        return mapped
    }

    mutating func reduced(_ node: RuleNode) throws(RuleLimitFault) -> JSON? {
        let elements = try elements(node)
        var accumulator: JSON? = .some(.null)
        if node.count > 2 {
            accumulator = try operand(2, of: node)
        }
        for element in elements ?? [] {
            accumulator = try value(in: .reduction(current: element, accumulator: accumulator), node)
            try checkDepth(of: accumulator)
        }
        return accumulator
    }

    /// Returns the result of `all`, which is false for an empty array.
    mutating func holdsForAll(_ node: RuleNode) throws(RuleLimitFault) -> Bool {
        let elements = try elements(node) ?? []
        for element in elements {
            guard try isTrue(in: element, node) else { return false }
        }
        return !elements.isEmpty
    }

    mutating func holdsForSome(_ node: RuleNode) throws(RuleLimitFault) -> Bool {
        for element in try elements(node) ?? [] {
            if try isTrue(in: element, node) {
                return true
            }
        }
        return false
    }

    /// Returns the array to process, or nil if the first operand is not an array.
    private mutating func elements(_ node: RuleNode) throws(RuleLimitFault) -> [JSON]? {
        guard case .array(let elements)? = try operand(0, of: node) else { return nil }
        return elements
    }

    /// Returns the value of the second operand in another scope.
    private mutating func value(in scope: RuleScope, _ node: RuleNode) throws(RuleLimitFault) -> JSON? {
        try charge(1)
        let outer = self.scope
        self.scope = scope
        defer { self.scope = outer }
        return try operand(1, of: node)
    }

    /// Returns whether the value of the second operand for an element counts as true.
    private mutating func isTrue(in element: JSON, _ node: RuleNode) throws(RuleLimitFault) -> Bool {
        try charge(1)
        let outer = scope
        scope = .element(element)
        defer { scope = outer }
        return try isTrue(operand: 1, of: node)
    }
}

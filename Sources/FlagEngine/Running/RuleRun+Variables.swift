import JSONCore

/// The operators that read variables from the context or from an array's element.
extension RuleRun {
    /// Returns the result of `var` with a constant name.
    mutating func variable(_ node: RuleNode) throws(RuleLimitFault) -> JSON? {
        let index = Int(node.detail)
        var value =
            if scope == nil, let readValues, let slot = rule.names?.slot(ofPath: index) {
                readValues[slot]
            } else {
                try self.value(rule.paths[index])
            }
        if value == nil {
            value = try operand(0, of: node) ?? .null
        }
        trace?.note(rule.paths[index].text, value)
        return value
    }

    /// Returns the result of `var` with a computed name.
    mutating func computedVariable(_ node: RuleNode) throws(RuleLimitFault) -> JSON? {
        let name = try operand(0, of: node)
        let otherwise = try operand(1, of: node)
        let path = try self.path(name)
        let value = try value(path) ?? otherwise ?? .null
        trace?.note(path.text, value)
        return value
    }

    /// Returns the result of `missing`: the names without a value; the names may also be in one array.
    mutating func missing(_ operands: [JSON?]) throws(RuleLimitFault) -> [JSON] {
        var names = operands
        if case .array(let elements)? = operands.first {
            names = elements
        }
        var missing: [JSON] = []
        for name in names {
            try charge(1)
            let value = try value(named: name)
            switch value {
            case .null: missing.append(name ?? .null)
            case .string(let text) where text.utf8.isEmpty: missing.append(name ?? .null)
            default: break
            }
        }
        return missing
    }

    /// Returns the result of `missing_some`: an empty array if enough of the names have a value.
    mutating func missingSome(_ node: RuleNode) throws(RuleLimitFault) -> JSON {
        let needed = JavaScript.number(try operand(0, of: node))
        guard let options = try operand(1, of: node) else { return .null }
        try charge(converting: options)
        let missing = try missing([options])
        let count: Double
        switch options {
        case .array(let elements): count = Double(elements.count)
        case .string(let text): count = Double(UnitText(text).count)
        case .null: return .null
        default: count = .nan
        }
        return count - Double(missing.count) >= needed ? [] : .array(missing)
    }

    /// Returns the result of `{"var": name}` for a computed name.
    private mutating func value(named name: JSON?) throws(RuleLimitFault) -> JSON {
        guard case .array(let operands)? = name else {
            return try value(path(name)) ?? .null
        }
        let value = try value(path(operands.first))
        return value ?? (operands.count > 1 ? operands[1] : .null)
    }

    /// Returns the value of a top-level name of the context, or nil if there is none.
    private func value(named name: String) -> JSON? {
        guard let readValues, let slot = rule.names?.slot(of: name) else { return context.value(named: name) }
        return readValues[slot]
    }

    private mutating func path(_ name: JSON?) throws(RuleLimitFault) -> VariablePath {
        switch name {
        case nil, .null: return VariablePath("")
        default:
            let text = try text(name)
            try charge(text.utf8.count)
            // An empty string refers to the whole data; a value that only converts to an empty string does not.
            return VariablePath(text, isMember: name?.kind != .string)
        }
    }

    /// Returns the value at a path, or nil if there is none.
    private mutating func value(_ path: VariablePath) throws(RuleLimitFault) -> JSON? {
        guard let first = path.first else {
            guard let scope else {
                try charge(context.count)
                return .object(context.merged(for: flagKey))
            }
            return scope.whole
        }
        var found: JSON?
        if let scope {
            found = scope.value(named: first)
        } else {
            switch path.reserved {
            case nil: found = value(named: first)
            case .flagKey: return .string(flagKey)
            case .timestamp: return .integer(context.timestamp)
            case .all: found = context.reserved(for: flagKey)
            }
        }
        for step in path.rest {
            guard let value = found else { return nil }
            if case .string(let text) = value {
                try charge(bytes: text.utf8.count)
            }
            found = JavaScript.member(step, of: value)
        }
        return found
    }
}

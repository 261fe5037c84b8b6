import JSONCore

/// The operators on texts and versions.
extension RuleRun {
    /// Returns the result of `cat`: the texts of all operands together.
    mutating func concatenation(_ node: RuleNode) throws(RuleLimitFault) -> String {
        var text = ""
        for position in 0..<Int(node.count) {
            let value = try operand(position, of: node)
            try charge(converting: value)
            text += JavaScript.joinedText(value)
        }
        return text
    }

    /// Returns the result of `substr`; a negative length leaves out that many code units at the end.
    mutating func substring(_ node: RuleNode) throws(RuleLimitFault) -> String {
        let source = try text(operand(0, of: node))
        let start = try number(operand(1, of: node) ?? .integer(0))
        let length = try operand(2, of: node).map { value throws(RuleLimitFault) in try number(value) }
        let units = UnitText(source)
        guard let length, length < 0 else { return units.substring(from: start, length: length).string }
        let rest = units.substring(from: start, length: nil)
        return rest.substring(from: 0, length: Double(rest.count) + length).string
    }

    private mutating func number(_ value: JSON) throws(RuleLimitFault) -> Double {
        try charge(converting: value)
        return JavaScript.number(value)
    }

    /// Returns the result of `in`: whether an array has an element, or a text contains another text.
    mutating func isIn(_ node: RuleNode) throws(RuleLimitFault) -> Bool {
        let wanted = try operand(0, of: node)
        switch try operand(1, of: node) {
        case .array(let elements):
            for element in elements {
                try charge(1)
                if try isIdentical(element, wanted) {
                    return true
                }
            }
            return false
        case .string(let text):
            // An empty text contains nothing, not even an empty text, as in JsonLogic.
            guard !text.utf8.isEmpty else { return false }
            guard case .string(let part) = wanted else {
                return try contains(text, self.text(wanted))
            }
            return try contains(text, part)
        default: return false
        }
    }

    /// Searches at each offset, and charges for the comparisons so that no pair of texts can take long.
    private mutating func contains(_ text: String, _ part: String) throws(RuleLimitFault) -> Bool {
        let text = text.utf8.span
        let part = part.utf8.span
        guard !part.isEmpty else { return true }
        try charge(bytes: text.count)
        var compared = 0
        var start = 0
        while start + part.count <= text.count {
            var length = 0
            while length < part.count, text[start + length] == part[length] {
                length += 1
            }
            guard length < part.count else { return true }
            compared += length
            if compared >= 1_024 {
                try charge(bytes: compared)
                compared = 0
            }
            start += 1
        }
        return false
    }

    /// Returns the result of `starts_with` or `ends_with`; null unless both operands are strings.
    mutating func textComparison(_ node: RuleNode) throws(RuleLimitFault) -> JSON {
        guard case .string(let text)? = try operand(0, of: node),
            case .string(let part)? = try operand(1, of: node)
        else { return .null }
        try charge(bytes: part.utf8.count)
        guard part.utf8.count <= text.utf8.count else { return false }
        let bytes = text.utf8.span
        let wanted = part.utf8.span
        let offset = node.operation == .startsWith ? 0 : bytes.count - wanted.count
        for index in 0..<wanted.count where bytes[offset + index] != wanted[index] {
            return false
        }
        return true
    }

    /// Returns the result of `sem_ver`; null unless both operands are versions.
    mutating func versionComparison(_ node: RuleNode) throws(RuleLimitFault) -> JSON {
        guard let left = SemanticVersion.text(of: try operand(0, of: node)),
            case .string(let word)? = try operand(1, of: node),
            let right = SemanticVersion.text(of: try operand(2, of: node))
        else { return .null }
        try charge(bytes: left.utf8.count + right.utf8.count)
        guard let left = SemanticVersion(left), let right = SemanticVersion(right),
            let comparison = VersionComparison(rawValue: word)
        else { return .null }
        return .boolean(comparison.holds(left, right))
    }
}

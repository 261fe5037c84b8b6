import JSONCore

/// What is done with texts and versions.
extension RuleRun {
    /// `cat`: the texts of all operands, one behind the other.
    mutating func concatenation(_ node: RuleNode, _ context: EvaluationContext) throws(RuleLimitFault) -> String {
        var text = ""
        for position in 0..<Int(node.count) {
            let value = try operand(position, of: node, context)
            try charge(converting: value)
            text += JavaScript.joinedText(value)
        }
        return text
    }

    /// `substr`: from a start, for so many units, or up to so many before the end.
    mutating func substring(_ node: RuleNode, _ context: EvaluationContext) throws(RuleLimitFault) -> String {
        let source = try text(operand(0, of: node, context))
        let start = try number(operand(1, of: node, context) ?? .integer(0))
        let length = try operand(2, of: node, context).map { value throws(RuleLimitFault) in try number(value) }
        let units = UnitText(source)
        guard let length, length < 0 else { return units.substring(from: start, length: length).string }
        let rest = units.substring(from: start, length: nil)
        return rest.substring(from: 0, length: Double(rest.count) + length).string
    }

    private mutating func number(_ value: JSON) throws(RuleLimitFault) -> Double {
        try charge(converting: value)
        return JavaScript.number(value)
    }

    /// `in`: an element of an array, or a part of a text.
    mutating func isIn(_ node: RuleNode, _ context: EvaluationContext) throws(RuleLimitFault) -> Bool {
        let wanted = try operand(0, of: node, context)
        switch try operand(1, of: node, context) {
        case .array(let elements):
            for element in elements {
                try charge(1)
                if try isIdentical(element, wanted) {
                    return true
                }
            }
            return false
        case .string(let text):
            // Nothing is in an empty text, not even that.
            guard !text.utf8.isEmpty else { return false }
            guard case .string(let part) = wanted else {
                return try contains(text, self.text(wanted))
            }
            return try contains(text, part)
        default: return false
        }
    }

    /// Tries each place; the comparisons are paid for, so that no two texts take long.
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

    /// `starts_with` and `ends_with`: null for what are not two texts.
    mutating func textComparison(_ node: RuleNode, _ context: EvaluationContext) throws(RuleLimitFault) -> JSON {
        guard case .string(let text)? = try operand(0, of: node, context),
            case .string(let part)? = try operand(1, of: node, context)
        else { return .null }
        try charge(bytes: part.utf8.count)
        guard part.utf8.count <= text.utf8.count else { return false }
        let bytes = text.utf8.span
        let wanted = part.utf8.span
        let offset = node.operation == .startsWith ? 0 : bytes.count - wanted.count
        for place in 0..<wanted.count where bytes[offset + place] != wanted[place] {
            return false
        }
        return true
    }

    /// `sem_ver`: null for what are not two versions.
    mutating func versionComparison(_ node: RuleNode, _ context: EvaluationContext) throws(RuleLimitFault) -> JSON {
        guard case .string(let left)? = try operand(0, of: node, context),
            case .string(let word)? = try operand(1, of: node, context),
            case .string(let right)? = try operand(2, of: node, context)
        else { return .null }
        try charge(bytes: left.utf8.count + right.utf8.count)
        guard let left = SemanticVersion(left), let right = SemanticVersion(right),
            let comparison = VersionComparison(rawValue: word)
        else { return .null }
        return .boolean(comparison.holds(left, right))
    }
}
